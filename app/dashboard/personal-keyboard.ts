import { type FocusEvent, useEffect, useRef } from 'react'
import { focusHeading } from '../row-place.ts'

/**
 * For a part of a page in which anything may be gone once something else is `shown`: where what has the focus goes, and no
 * table has led it on, the keyboard goes on at the page's heading. Answers what the part has to hear.
 */
export function useKeyboardWithin(shown: unknown) {
  const isWithin = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when something else is shown
  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body) focusHeading()
  }, [shown])
  // React tells of no blur of what it takes away.
  return {
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: ({ target }: FocusEvent) => {
      // Where another window is looked at it is still here.
      isWithin.current = document.activeElement === target
    },
  }
}
