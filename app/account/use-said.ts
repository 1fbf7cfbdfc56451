import { useEffect } from 'react'
import { toast, useToasts } from '../shell/toasts.ts'
import { inStorage } from '../storage.ts'

/** Under which name this tab keeps it. */
const KEY = 'said'

/**
 * For pages that lead on once something is done: what was said last to be done is said once more where the page is loaded
 * again just then. The router does so by itself where the script of the next page is gone, as after an update.
 */
export function useSaid(): void {
  const done = useToasts().findLast(({ kind }) => kind === 'success')?.message ?? ''
  useEffect(() => {
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    inStorage(() => {
      const said = sessionStorage.getItem(KEY)
      sessionStorage.removeItem(KEY)
      if (said && loaded?.type === 'reload') toast(said)
    })
  }, [])
  useEffect(() => {
    const keep = () => inStorage(() => sessionStorage.setItem(KEY, done))
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [done])
}
