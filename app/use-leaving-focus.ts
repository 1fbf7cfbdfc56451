import { type RefObject, useLayoutEffect } from 'react'
import { focusRowPlace } from './row-place.ts'

/**
 * For a part of a page whose place something else takes: where what has the focus goes with it, the keyboard goes on at
 * the page's heading.
 */
export function useLeavingFocus(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      if (part.current?.contains(document.activeElement)) focusRowPlace()
    },
    [part],
  )
}
