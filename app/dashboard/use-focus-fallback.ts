import { type FocusEvent, useEffect, useRef } from 'react'
import { focusHeading } from '../row-place.ts'

/**
 * For a part of a page whose content may be replaced when `shown` changes: if the focused element disappears, and no
 * table has moved the focus, it moves to the page's heading. Returns the event handlers of the part.
 */
export function useFocusFallback(shown: unknown) {
  const isWithin = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when something else is shown
  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body) focusHeading()
  }, [shown])
  // React emits no blur for elements that it removes.
  return {
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: ({ target }: FocusEvent) => {
      // When another window gets the focus, this one still counts as within.
      isWithin.current = document.activeElement === target
    },
  }
}
