declare global {
  interface Window {
    early?: (((event: MouseEvent) => void) & { event?: MouseEvent }) | undefined
  }
}

/**
 * Runs before anything is painted: keeps what was pressed last while the page's scripts are on their way.
 */
export const EARLY_PRESS_SCRIPT = `function early(e){early.event=e}addEventListener('click',early,true)`

/** Links, forms and popovers need no script to do what they do. */
const BUTTON = 'button[type=button]:not([popovertarget])'

/**
 * Presses the button that was pressed last, now that the page is alive, once it is known who looks. Not where something
 * was pressed since, or another page was gone to.
 */
export async function pressEarly(known: Promise<unknown>): Promise<void> {
  const { early } = window
  if (!early) return
  removeEventListener('click', early, true)
  window.early = undefined
  delete document.documentElement.dataset.late
  const { event } = early
  // React comes alive within a press, and answers that one itself.
  if (event?.eventPhase !== Event.NONE) return
  const button = (event.target as Element).closest<HTMLElement>(BUTTON)
  let isLate = false
  const overtake = () => {
    isLate = true
  }
  addEventListener('click', overtake, { capture: true, once: true })
  await known
  if (!isLate && button?.isConnected) button.click()
}
