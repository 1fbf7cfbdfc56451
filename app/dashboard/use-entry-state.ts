import { useState } from 'react'
import { useLocation } from 'react-router'
import { keyHere } from '../lists/list-of-page.ts'

/** States set on the way back to another history entry: theirs can no longer be written then. By key and name. */
const late = new Map<string, unknown>()

/**
 * A state that belongs to this history entry: coming back to it, or reloading it, restores the state, and a new visit
 * begins with `first`. `name` says which, if a page has several. For pages that only the browser renders.
 */
export function useEntryState<T>(name: string, first: T): [T, (next: T) => void] {
  const { key } = useLocation()
  const place = `${key} ${name}`
  const read = (): { key: string; value: T } => ({
    key,
    value: (late.get(place) as T | undefined) ?? history.state?.[name] ?? first,
  })
  const [kept, setKept] = useState(read)
  // The menu may open the page again that one is on.
  if (kept.key !== key) setKept(read())
  function set(value: T): void {
    // An unchanged value is not written: browsers limit the number of history changes.
    if (value === kept.value) return
    if (keyHere() !== key) return void late.set(place, value)
    late.delete(place)
    history.replaceState({ ...history.state, [name]: value }, '')
    setKept({ key, value })
  }
  return [kept.value, set]
}
