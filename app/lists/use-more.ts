import { useLayoutEffect, useRef, useState } from 'react'
import { ROWS } from '#contract/limits.ts'
import type { Page } from '../api.ts'
import { useShown } from './list-of-page.ts'

export type More<T> = ReturnType<typeof useMore<T>>

/**
 * A growing list: begins with its first part, and loads the next on `more`. Given another first part, it starts again
 * with that, and continues from there if more was being loaded. If a page has two, `list` says which.
 */
export function useMore<T>(first: Page<T[]>, fetchAfter: (after: string) => Promise<Page<T[]>>, list = '') {
  const [parts, setParts] = useState([first])
  const [begun, setBegun] = useState(first.data)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ after: typeof parts; problem: unknown }>()
  // Compared by the rows: the object around them may be new on each render.
  if (begun !== first.data) {
    setBegun(first.data)
    setParts([first])
  }
  const last = parts.at(-1) ?? first
  const rows = parts.flatMap((part) => part.data)
  useShown(rows.length, list)
  const shown = useRef(parts)
  // In a layout effect, as in useShown: the next answer may come before the browser has painted this one.
  useLayoutEffect(() => {
    shown.current = parts
  })
  async function more() {
    if (!last.next || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await fetchNext(parts)
    } catch (problem) {
      setFailure({ after: shown.current, problem })
    } finally {
      setBusy(false)
    }
  }
  async function fetchNext(known: typeof parts) {
    const after = known.at(-1)?.next
    if (!after) return
    const next = await fetchAfter(after)
    if (shown.current === known) setParts([...known, next])
    // Started again meanwhile, perhaps by a background reload: load what comes after that.
    else await fetchNext(shown.current)
  }
  // A failure from before the list started again is nothing to retry.
  const problem = failure?.after === parts ? failure.problem : undefined
  const { atLeast, next } = last
  /** At least what is shown, since some of it may be sold by the time that the last part is counted. */
  const total = Math.max(last.total, rows.length)
  /** How many rows are being loaded. */
  const coming = busy ? Math.min(ROWS.usual, total - rows.length) : 0
  return { rows, total, atLeast, next, hasGrown: parts.length > 1, busy, coming, problem, more }
}
