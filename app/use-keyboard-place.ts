import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { focusRowPlace, type RowPlace, rowPlaceOf } from './row-place.ts'

const isLost = () => document.activeElement === document.body

/** Keeps the focus at its place in a table, or among cards, when the focused element disappears with its row. */
export function useKeyboardPlace(rows: readonly unknown[]) {
  const place = useRef<RowPlace>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when there are other rows
  useEffect(() => {
    if (place.current && isLost()) focusRowPlace(place.current)
  }, [rows])
  useEffect(() => {
    const { pathname } = location
    return () => {
      // The last row disappeared, and the table with it; after a navigation the new page places the focus.
      if (location.pathname === pathname && place.current && isLost()) focusRowPlace(place.current)
    }
  }, [])
  return {
    onKeyDown: (event: KeyboardEvent) => {
      // A held key would press the button of the next row too, once the focus has moved there. In a dialog's text area
      // within a row it adds lines.
      const isTyped = event.target instanceof HTMLTextAreaElement
      if (event.repeat && event.key === 'Enter' && !isTyped) event.preventDefault()
    },
    onFocus: ({ target }: FocusEvent) => {
      place.current = rowPlaceOf(target)
    },
    onBlur: ({ target }: FocusEvent) => {
      // The focus is not taken back from where somebody has moved it.
      queueMicrotask(() => {
        if (target.isConnected && document.activeElement !== target) place.current = undefined
      })
    },
  }
}
