import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from './row-place.ts'

/**
 * For a part of a page that is going to be replaced: if the focused element disappears with it, the focus moves to the
 * page's heading.
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
 * For a part that is replaced by a message about its result: the focus moves to the element around it, and the page
 * does not scroll.
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
