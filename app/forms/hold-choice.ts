import type { MouseEvent } from 'react'

/** For a radio button: while `isHeld`, no other can be chosen. Disabling it would make it lose the focus. */
export const holdChoice = (isHeld = false) => ({
  'aria-disabled': isHeld || undefined,
  // The arrow keys trigger a click, too.
  onClick: isHeld ? (event: MouseEvent) => event.preventDefault() : undefined,
})
