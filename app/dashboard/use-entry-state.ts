import { useState } from 'react'
import { useLocation } from 'react-router'
import { keyHere } from '../lists/list-of-page.ts'

/**
 * A state that belongs to this history entry: coming back to it, or reloading it, restores the state, and a new visit
 * begins with `first`. `name` says which, if a page has several. For pages that only the browser renders.
 */
export function useEntryState<T>(name: string, first: T): [T, (next: T) => void] {
  const { key } = useLocation()
  const read = (): { key: string; value: T } => ({ key, value: history.state?.[name] ?? first })
  const [kept, setKept] = useState(read)
  // The menu may open the page again that one is on.
  if (kept.key !== key) setKept(read())
  function set(value: T): void {
    // An unchanged value is not written: browsers limit the number of history changes. Neither is one while another
    // page is loading.
    if (value === kept.value || keyHere() !== key) return
    history.replaceState({ ...history.state, [name]: value }, '')
    setKept({ key, value })
  }
  return [kept.value, set]
}
