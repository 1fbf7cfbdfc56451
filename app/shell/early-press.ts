declare global {
  interface Window {
    early?:
      | (((event: MouseEvent) => void) & {
          event?: MouseEvent
          /** See early-typing.ts. */
          fields?: NodeListOf<HTMLInputElement>
          at?: EventTarget
        })
      | undefined
  }
}

/** Runs before anything is painted: stores the last click while the page's scripts are loading. */
export const EARLY_PRESS_SCRIPT = `addEventListener('click',window.early=function early(e){early.event=e},true)`

/** On each of these events React hydrates the whole page synchronously, in the middle of a press. */
const OF_A_PRESS = 'pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup click'

/**
 * Runs before anything is painted: what the browser itself opens, such as the menu, opens at once, while React goes on
 * hydrating between frames. Where popovers need a polyfill, it has to get the event.
 */
export const POPOVER_PRESS_SCRIPT = `if('popover'in HTMLElement.prototype)'${OF_A_PRESS}'.split(' ').forEach(function(type){addEventListener(type,function(e){if(window.early&&e.target.closest&&e.target.closest('[popovertarget]'))e.stopPropagation()},true)})`

/** Links, forms and popovers need no script to do what they do. */
const BUTTON = 'button[type=button]:not([popovertarget])'

/**
 * Clicks the button that was clicked last, after hydration. A button that is disabled then, or while it is not known
 * who is signed in, is clicked once that is known, if it is enabled for that person; not if something else was clicked
 * since, or the page was left.
 */
export async function pressEarly(known: Promise<unknown>): Promise<void> {
  const { early } = window
  if (!early) return
  window.early = undefined
  delete document.documentElement.dataset.late
  let held = null as HTMLElement | null
  const hold = (event: Event) => {
    held = (event.target as Element).closest<HTMLElement>(`${BUTTON}[aria-disabled=true]`)
    // It is working already.
    if (held?.querySelector('.loading')) held = null
  }
  removeEventListener('click', early, true)
  addEventListener('click', hold, true)
  const { event } = early
  // If React hydrates during a click, it handles that click itself.
  if (event?.eventPhase) hold(event)
  else (event?.target as Element | undefined)?.closest<HTMLElement>(BUTTON)?.click()
  await known
  removeEventListener('click', hold, true)
  if (held?.isConnected) held.click()
}
