import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type Load<T> =
  | { status: 'loading' }
  | { status: 'failed'; problem: unknown }
  | { status: 'ready'; data: T }

/**
 * What is fetched once the page is in the browser, for whoever looks. `load` must be steady (useCallback): another
 * one begins anew. Asked something else, or asked again by `reload`, it keeps what is shown until the new is
 * there, and is `busy` meanwhile; of several answers under way only the last one counts. `refresh` asks again unasked
 * by anybody: where that fails, what is there stays.
 */
export function useLoad<T>(
  load: (asked: string) => Promise<T>,
  asked = '',
): Load<T> & { busy: boolean; reload: () => Promise<void>; refresh: () => Promise<void> } {
  const [kept, setKept] = useState<{ from: typeof load; state: Load<T> }>()
  const [busy, setBusy] = useState(true)
  const latest = useRef(0)
  const answered = useRef(0)
  /** Whether there is news that the answer under way may not have. */
  const isBehind = useRef(false)
  const fetchNow = useRef(async (_isRefresh: boolean) => {})
  useEffect(() => {
    fetchNow.current = async (isRefresh) => {
      // What somebody has asked for is under way, and they have to hear of it where it fails.
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
      // Drawn before whoever has asked goes on: what they would say something in may be gone by it.
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
  // By way of the reference, so that one that was kept asks what is asked now.
  const reload = useCallback(() => fetchNow.current(false), [])
  const refresh = useCallback(() => fetchNow.current(true), [])
  const state: Load<T> = kept?.from === load ? kept.state : { status: 'loading' }
  return { ...state, busy, reload, refresh }
}
