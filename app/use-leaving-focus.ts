import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from './row-place.ts'

/**
 * For a part of a page that is going to be replaced: if the focused element disappears with it, `move` moves the focus,
 * by default to the page's heading. It must be stable.
 */
export function useLeavingFocus(
  part: RefObject<HTMLElement | null>,
  move: (left: HTMLElement) => void = focusHeading,
): void {
  useLayoutEffect(
    () => () => {
      const left = part.current
      if (left?.contains(document.activeElement)) move(left)
    },
    [part, move],
  )
}

/**
 * For a part that is replaced by a message about its result: focuses the element around it, and the page does not
 * scroll.
 */
export const focusAround = (left: HTMLElement): void =>
  left.closest<HTMLElement>('dialog, #page, main')?.focus({ preventScroll: true })
