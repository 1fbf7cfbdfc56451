import type { FocusEvent, SyntheticEvent } from 'react'

/** Closes the popover of a chosen link or button. */
export function hidePopover(event: SyntheticEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || !event.target.closest('a, button')) return
  const popover = event.currentTarget.closest<HTMLElement>('[popover]')
  if (popover?.matches(':popover-open')) popover.hidePopover()
}

/** Closes a popover that the focus has left: keyboard users must see where they are, not what covers it. */
export function hideWhenLeft({ currentTarget: popover }: FocusEvent<HTMLElement>): void {
  // After the focus has moved. A click outside is not handled here: the platform closes the popover for that.
  setTimeout(() => {
    const isOutside = !popover.matches(':focus-within') && document.activeElement?.matches(':focus-visible')
    if (isOutside && popover.matches(':popover-open')) popover.hidePopover()
  })
}
