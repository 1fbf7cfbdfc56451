import { useSyncExternalStore } from 'react'

function follow(follower: () => void): () => void {
  addEventListener('online', follower)
  addEventListener('offline', follower)
  return () => {
    removeEventListener('online', follower)
    removeEventListener('offline', follower)
  }
}

/** Says that the connection is gone, and goes away when it is back. */
export function OfflineNote() {
  const online = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="bg-caution-soft py-2 text-center text-sm font-medium text-caution">
          You are offline. What you see may be out of date; nothing can be sent until you are back.
        </p>
      )}
    </div>
  )
}
