import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from './row-place.ts'

/**
 * For a part of a page whose place something else takes: where what has the focus goes with it, the keyboard goes on at
 * the page's heading.
 */
export function useLeavingFocus(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      if (part.current?.contains(document.activeElement)) focusHeading()
    },
    [part],
  )
}

/**
 * For a part whose place something else takes that says what came of it: the keyboard goes on at what is around it, and
 * the page stays where it is.
 */
export function useFocusAround(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      const left = part.current
      if (left?.contains(document.activeElement))
        left.closest<HTMLElement>('dialog, #page, main')?.focus({ preventScroll: true })
    },
    [part],
  )
}
