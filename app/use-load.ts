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
 * by anybody, and answers what has come: where that fails, what is there stays.
 */
export function useLoad<T>(
  load: (asked: string) => Promise<T>,
  asked = '',
): Load<T> & { busy: boolean; reload: () => Promise<void>; refresh: () => Promise<T | undefined> } {
  const [kept, setKept] = useState<{ from: typeof load; state: Load<T> }>()
  const [busy, setBusy] = useState(true)
  const latest = useRef(0)
  const answered = useRef(0)
  const fetchNow = useRef(async (_isRefresh: boolean): Promise<T | undefined> => undefined)
  useEffect(() => {
    fetchNow.current = async (isRefresh) => {
      // What somebody has asked for is under way, and they have to hear of it where it fails.
      if (isRefresh && answered.current !== latest.current) return undefined
      latest.current += 1
      const mine = latest.current
      setBusy(true)
      if (!isRefresh) setKept((now) => (now?.state.status === 'failed' ? undefined : now))
      const state = await load(asked).then(
        (data): Load<T> => ({ status: 'ready', data }),
        (problem: unknown): Load<T> => ({ status: 'failed', problem }),
      )
      if (mine !== latest.current) return undefined
      answered.current = mine
      // Drawn before whoever has asked goes on: what they would say something in may be gone by it.
      flushSync(() => {
        if (!isRefresh || state.status === 'ready') setKept({ from: load, state })
        setBusy(false)
      })
      return state.status === 'ready' ? state.data : undefined
    }
    void fetchNow.current(false)
    return () => {
      latest.current += 1
    }
  }, [load, asked])
  // By way of the reference, so that one that was kept asks what is asked now.
  const reload = useCallback(async () => void (await fetchNow.current(false)), [])
  const refresh = useCallback(() => fetchNow.current(true), [])
  const state: Load<T> = kept?.from === load ? kept.state : { status: 'loading' }
  return { ...state, busy, reload, refresh }
}
