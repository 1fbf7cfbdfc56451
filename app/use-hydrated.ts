import { useSyncExternalStore } from 'react'

const follow = () => () => {}

/** Whether the page is hydrated: a form sent before that is submitted by the browser itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    follow,
    () => true,
    () => false,
  )
}
