import { useState } from 'react'
import { useLocation } from 'react-router'
import { keyHere } from '../lists/list-of-page.ts'

/**
 * A state that stays with this entry of the history: whoever comes back to it, or loads it again, finds it as it was, and
 * a new visit begins with `first`. `name` says which, where a page has several. For pages that the browser alone draws.
 */
export function useEntryState<T>(name: string, first: T): [T, (next: T) => void] {
  const { key } = useLocation()
  const read = (): { key: string; value: T } => ({ key, value: history.state?.[name] ?? first })
  const [kept, setKept] = useState(read)
  // The menu leads anew to the page that one is on.
  if (kept.key !== key) setKept(read())
  function set(value: T): void {
    // Said again, it is nothing to write: browsers take only so many changes. Nor where another page is on its way in.
    if (value === kept.value || keyHere() !== key) return
    history.replaceState({ ...history.state, [name]: value }, '')
    setKept({ key, value })
  }
  return [kept.value, set]
}
