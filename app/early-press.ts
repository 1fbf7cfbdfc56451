declare global {
  interface Window {
    early?: (((event: MouseEvent) => void) & { button?: HTMLElement | null }) | undefined
  }
}

/**
 * Runs before anything is painted: keeps the button that was pressed last while the page's scripts are on their way.
 * Links, forms and popovers need no script to do what they do.
 */
export const EARLY_PRESS_SCRIPT = `function early(e){early.button=e.target.closest('button[type=button]:not([popovertarget])')}addEventListener('click',early)`

/**
 * Presses that button for them, now that the page is alive, once it is known who looks. Not where they have pressed
 * something since, or have gone on to another page.
 */
export async function pressEarly(known: Promise<unknown>): Promise<void> {
  const { early } = window
  if (!early) return
  removeEventListener('click', early)
  window.early = undefined
  const { button } = early
  if (!button) return
  const overtaken = new AbortController()
  addEventListener('click', () => overtaken.abort(), { capture: true, signal: overtaken.signal })
  await known
  if (!overtaken.signal.aborted && button.isConnected) button.click()
}
