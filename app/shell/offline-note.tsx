import { useEffect, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { dismissFailure, toast } from './toasts.ts'

const NOT_FETCHED = 'That page cannot be loaded'

function subscribe(subscriber: () => void): () => void {
  addEventListener('online', subscriber)
  addEventListener('offline', subscriber)
  return () => {
    removeEventListener('online', subscriber)
    removeEventListener('offline', subscriber)
  }
}

/**
 * Says that the connection is lost, until it is back. Meanwhile the page stays: another one could not be loaded, and
 * this one can still be read.
 */
export function OfflineNote() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  // Other parts of this page are here already; so are search results on the dashboard, which has no loaders.
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      !navigator.onLine &&
      (here.pathname !== there.pathname ||
        (here.search !== there.search && !here.pathname.startsWith('/dashboard'))),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast(`${NOT_FETCHED} while you are offline.`, 'failure')
  }, [blocker])
  useEffect(() => {
    if (online) dismissFailure(NOT_FETCHED)
  }, [online])
  return (
    // Below the bar, however far the page is scrolled, and over the page, which does not move.
    <div role="status" className="sticky top-16 z-20 h-0 print:hidden">
      {!online && (
        <p className="bg-caution-soft px-4 text-center text-xs/4 font-medium text-caution sm:py-1 sm:text-sm">
          You are offline. What you see may be out of date; nothing can be sent until you are back.
        </p>
      )}
    </div>
  )
}
