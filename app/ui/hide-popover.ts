import type { SyntheticEvent } from 'react'

/** Closes the popover in which a link or button was chosen. */
export function hidePopover(event: SyntheticEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || !event.target.closest('a, button')) return
  const popover = event.currentTarget.closest<HTMLElement>('[popover]')
  if (popover?.matches(':popover-open')) popover.hidePopover()
}
