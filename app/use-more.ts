import { useState } from 'react'
import type { Page } from './api.ts'
import { useShown } from './list-of-page.ts'

/**
 * A list that grows: begins with its first part, and fetches the next on `more`. Given another first part, it
 * begins anew with that. Where a page has two, `list` says which.
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
  async function more() {
    if (!last.next || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await fetchAfter(last.next)
      // Unless the list has begun anew meanwhile.
      setParts((now) => (now === parts ? [...parts, next] : now))
    } catch (error) {
      setFailure({ after: parts, problem: error })
    } finally {
      setBusy(false)
    }
  }
  // What failed before the list began anew is nothing to try again.
  const problem = failure?.after === parts ? failure.problem : undefined
  const { total, atLeast, next } = last
  return { rows, total, atLeast, next, hasGrown: parts.length > 1, busy, problem, more }
}
