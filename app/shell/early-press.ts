declare global {
  interface Window {
    early?: (((event: MouseEvent) => void) & { event?: MouseEvent }) | undefined
  }
}

/**
 * Runs before anything is painted: keeps what was pressed last while the page's scripts are on their way.
 */
export const EARLY_PRESS_SCRIPT = `addEventListener('click',window.early=function early(e){early.event=e},true)`

/** React takes over the whole page at once for each of these, in the midst of a press. */
const OF_A_PRESS = 'pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup click'

/**
 * Runs before anything is painted: what the browser opens by itself, such as the menu, is opened at once, and React goes on
 * taking over the page between one frame and the next. Where popovers need a script it has to hear of the press.
 */
export const POPOVER_PRESS_SCRIPT = `if('popover'in HTMLElement.prototype)'${OF_A_PRESS}'.split(' ').forEach(function(type){addEventListener(type,function(e){if(window.early&&e.target.closest&&e.target.closest('[popovertarget]'))e.stopPropagation()},true)})`

/** Links, forms and popovers need no script to do what they do. */
const BUTTON = 'button[type=button]:not([popovertarget])'

/**
 * Presses the button that was pressed last, now that the page is alive. One that cannot be used, pressed then or while it is
 * not known who looks, is pressed once that is known, for whom it may be; not where something was pressed since, or another
 * page was gone to.
 */
export async function pressEarly(known: Promise<unknown>): Promise<void> {
  const { early } = window
  if (!early) return
  window.early = undefined
  delete document.documentElement.dataset.late
  let held = null as HTMLElement | null
  const hold = (event: Event) => {
    held = (event.target as Element).closest<HTMLElement>(`${BUTTON}[aria-disabled=true]`)
    // It is at work already.
    if (held?.querySelector('.loading')) held = null
  }
  removeEventListener('click', early, true)
  addEventListener('click', hold, true)
  const { event } = early
  // React comes alive within a press, and answers that one itself.
  if (event?.eventPhase) hold(event)
  else (event?.target as Element | undefined)?.closest<HTMLElement>(BUTTON)?.click()
  await known
  removeEventListener('click', hold, true)
  if (held?.isConnected) held.click()
}
