import { useSession } from '../../session/session.ts'

/** On the way back to a page: why one stands before the sign-in again. */
export function SessionEnded() {
  const session = useSession()
  return (
    <div role="status">
      {session.status === 'none' && session.ended && (
        <p className="mb-4 rounded-xl bg-caution-soft px-4 py-3 text-sm font-medium text-caution">
          You have been signed out. Sign in again to go on where you were.
        </p>
      )}
    </div>
  )
}
