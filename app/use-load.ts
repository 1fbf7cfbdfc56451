import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type Load<T> =
  | { status: 'loading' }
  | { status: 'failed'; problem: unknown }
  | { status: 'ready'; data: T }

/**
 * Loads data in the browser, for the current person. `load` must be stable (useCallback): with another one it starts
 * again, and is `loading`. `asked` says what to load; if it changes, `load` is called again, also one that ignores it.
 * With another `asked`, or after `reload`, it shows the old data until the new is there, and is `busy` meanwhile; of
 * several concurrent calls only the last one counts. `refresh` reloads in the background: if that fails, the old data
 * stays.
 */
export function useLoad<T>(
  load: (asked: string) => Promise<T>,
  asked = '',
): Load<T> & { busy: boolean; reload: () => Promise<void>; refresh: () => Promise<void> } {
  const [kept, setKept] = useState<{ from: typeof load; state: Load<T> }>()
  const [busy, setBusy] = useState(true)
  const latest = useRef(0)
  const answered = useRef(0)
  /** Whether there is news that the running call may miss. */
  const isBehind = useRef(false)
  const fetchNow = useRef(async (_isRefresh: boolean) => {})
  useEffect(() => {
    fetchNow.current = async (isRefresh) => {
      // A call that somebody asked for is running, and its failure must be shown to them.
      isBehind.current = isRefresh && answered.current !== latest.current
      if (isBehind.current) return
      latest.current += 1
      const mine = latest.current
      setBusy(true)
      if (!isRefresh) setKept((now) => (now?.state.status === 'failed' ? undefined : now))
      const state = await load(asked).then(
        (data): Load<T> => ({ status: 'ready', data }),
        (problem: unknown): Load<T> => ({ status: 'failed', problem }),
      )
      if (mine !== latest.current) return
      answered.current = mine
      // Rendered before the caller goes on: the element in which it would show something may be gone by then.
      flushSync(() => {
        if (!isRefresh || state.status === 'ready') setKept({ from: load, state })
        setBusy(false)
      })
      if (isBehind.current) void fetchNow.current(true)
    }
    void fetchNow.current(false)
    return () => {
      latest.current += 1
    }
  }, [load, asked])
  // Through the ref, so that a stored `reload` uses the current `load`.
  const reload = useCallback(() => fetchNow.current(false), [])
  const refresh = useCallback(() => fetchNow.current(true), [])
  const state: Load<T> = kept?.from === load ? kept.state : { status: 'loading' }
  return { ...state, busy, reload, refresh }
}
