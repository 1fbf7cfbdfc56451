import { useState } from 'react'
import { useLocation, useOutletContext } from 'react-router'
import type { User } from '#contract/users.ts'
import { keyHere } from '../lists/list-of-page.ts'

/** States set on the way back to another history entry: theirs can no longer be written then. By key and name. */
const late = new Map<string, unknown>()

/**
 * A state that belongs to this history entry: coming back to it, or reloading it, restores the state, and a new visit
 * begins with `first`, as does somebody else who comes to it. `what` says which, if a page has several. For pages of the
 * dashboard, which only the browser renders.
 */
export function useEntryState<T>(what: string, first: T): [T, (next: T) => void] {
  const { key } = useLocation()
  const { _id } = useOutletContext<User>()
  const name = `${what} of ${_id}`
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
