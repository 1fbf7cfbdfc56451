import { useSyncExternalStore } from 'react'

const follow = () => () => {}

/** Whether the page is alive: a form sent before that goes to the server as the browser sends it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    follow,
    () => true,
    () => false,
  )
}
