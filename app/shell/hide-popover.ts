import type { FocusEvent, SyntheticEvent } from 'react'

/** Closes the popover in which a link or button was chosen. */
export function hidePopover(event: SyntheticEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || !event.target.closest('a, button')) return
  const popover = event.currentTarget.closest<HTMLElement>('[popover]')
  if (popover?.matches(':popover-open')) popover.hidePopover()
}

/** Closes a popover that the keyboard has gone out of: whoever tabs on sees where they are, not what covers it. */
export function hideWhenLeft({ currentTarget: popover }: FocusEvent<HTMLElement>): void {
  // Once the focus has arrived. What is pressed outside is no matter of ours: the platform closes it for that.
  setTimeout(() => {
    const isOutside = !popover.matches(':focus-within') && document.activeElement?.matches(':focus-visible')
    if (isOutside && popover.matches(':popover-open')) popover.hidePopover()
  })
}
