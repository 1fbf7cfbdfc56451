declare global {
  interface Window {
    early?: (((event: MouseEvent) => void) & { event?: MouseEvent }) | undefined
  }
}

/**
 * Runs before anything is painted: keeps what was pressed last while the page's scripts are on their way.
 */
export const EARLY_PRESS_SCRIPT = `addEventListener('click',window.early=function early(e){early.event=e},true)`

/** Links, forms and popovers need no script to do what they do. */
const BUTTON = 'button[type=button]:not([popovertarget])'

/**
 * Presses the button that was pressed last, now that the page is alive. One that cannot be used is pressed once it is
 * known who looks, for whom it may be; not where something was pressed since, or another page was gone to.
 */
export async function pressEarly(known: Promise<unknown>): Promise<void> {
  const { early } = window
  if (!early) return
  window.early = undefined
  delete document.documentElement.dataset.late
  const { event } = early
  // React comes alive within a press, and answers that one itself.
  const isOver = event?.eventPhase === Event.NONE
  const button = isOver ? (event.target as Element).closest<HTMLElement>(BUTTON) : null
  if (button?.matches('[aria-disabled=true]')) await known
  removeEventListener('click', early, true)
  if (early.event === event && button?.isConnected) button.click()
}
