import { useCallback, useEffect, useState } from 'react'

export type Load<T> =
  | { status: 'loading' }
  | { status: 'failed'; problem: unknown }
  | { status: 'ready'; data: T }

/**
 * What a page of the dashboard fetches once it is in the browser. `load` must be steady (useCallback): another
 * one is fetched anew. `reload` keeps what is shown until the new is there.
 */
export function useLoad<T>(load: () => Promise<T>): Load<T> & { reload: () => Promise<void> } {
  const [state, setState] = useState<Load<T>>({ status: 'loading' })
  const reload = useCallback(async () => {
    setState((now) => (now.status === 'failed' ? { status: 'loading' } : now))
    try {
      setState({ status: 'ready', data: await load() })
    } catch (problem) {
      setState({ status: 'failed', problem })
    }
  }, [load])
  useEffect(() => {
    let left = false
    setState({ status: 'loading' })
    load().then(
      (data) => !left && setState({ status: 'ready', data }),
      (problem: unknown) => !left && setState({ status: 'failed', problem }),
    )
    return () => {
      left = true
    }
  }, [load])
  return { ...state, reload }
}
