import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { focusRowPlace, type RowPlace, rowPlaceOf } from './row-place.ts'

const isLost = () => document.activeElement === document.body

/** Keeps the keyboard where it stood in a table, or among cards, when what has the focus goes with its row. */
export function useKeyboardPlace(rows: readonly unknown[]) {
  const place = useRef<RowPlace>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when there are other rows
  useEffect(() => {
    if (place.current && isLost()) focusRowPlace(place.current)
  }, [rows])
  useEffect(() => {
    const { pathname } = location
    return () => {
      // The last row went, and the table with it; whoever goes to another page is led by that page.
      if (location.pathname === pathname && place.current && isLost()) focusRowPlace(place.current)
    }
  }, [])
  return {
    onKeyDown: (event: KeyboardEvent) => {
      // A key that is held would press what stands in the next row too, once the focus has come there. In the form of a
      // question that stands in a row it begins new lines.
      const isTyped = event.target instanceof HTMLTextAreaElement
      if (event.repeat && event.key === 'Enter' && !isTyped) event.preventDefault()
    },
    onFocus: ({ target }: FocusEvent) => {
      place.current = rowPlaceOf(target)
    },
    onBlur: ({ target }: FocusEvent) => {
      // Whoever has left by themselves is not called back.
      queueMicrotask(() => {
        if (target.isConnected && document.activeElement !== target) place.current = undefined
      })
    },
  }
}
