import { useEffect } from 'react'
import { toast, useToasts } from '../shell/toasts.ts'
import { inStorage } from '../storage.ts'

/** The key in this tab's storage. */
const KEY = 'said'

/**
 * For pages that navigate on once something is done: repeats the last success message if the page is reloaded at that
 * moment. The router reloads by itself if the script of the next page is gone, as after an update.
 */
export function useToastAfterReload(): void {
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
