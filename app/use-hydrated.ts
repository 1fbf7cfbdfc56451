import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Whether the page is hydrated: a form sent before that is submitted by the browser itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
