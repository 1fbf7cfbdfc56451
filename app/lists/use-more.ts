import { useLayoutEffect, useRef, useState } from 'react'
import { ROWS } from '#contract/limits.ts'
import type { Page } from '../api.ts'
import { useShown } from './list-of-page.ts'

export type More<T> = ReturnType<typeof useMore<T>>

/**
 * A list that grows: begins with its first part, and fetches the next on `more`. Given another first part, it
 * begins anew with that, and goes on from there where more is on its way. Where a page has two, `list` says which.
 */
export function useMore<T>(first: Page<T[]>, fetchAfter: (after: string) => Promise<Page<T[]>>, list = '') {
  const [parts, setParts] = useState([first])
  const [begun, setBegun] = useState(first.data)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ after: typeof parts; problem: unknown }>()
  // By the rows: what is around them may be made anew each time the page is drawn.
  if (begun !== first.data) {
    setBegun(first.data)
    setParts([first])
  }
  const last = parts.at(-1) ?? first
  const rows = parts.flatMap((part) => part.data)
  useShown(rows.length, list)
  const shown = useRef(parts)
  // At once, as in useShown: the next answer may be there before the browser has drawn this one.
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
    // Begun anew meanwhile, perhaps unasked: what was asked for is what comes after that.
    else await fetchNext(shown.current)
  }
  // What failed before the list began anew is nothing to try again.
  const problem = failure?.after === parts ? failure.problem : undefined
  const { atLeast, next } = last
  /** No less than what is shown, some of which may be sold by the time that the last part is counted. */
  const total = Math.max(last.total, rows.length)
  /** How many rows are on their way. */
  const coming = busy ? Math.min(ROWS.usual, total - rows.length) : 0
  return { rows, total, atLeast, next, hasGrown: parts.length > 1, busy, coming, problem, more }
}
