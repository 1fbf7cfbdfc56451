import { useSession } from '../../session/session.ts'

/** Says why one has to sign in again on the way back to a page. */
export function SessionEnded() {
  const session = useSession()
  return (
    <div role="status">
      {session.status === 'none' && session.ended && (
        <p className="mb-4 rounded-xl bg-caution-soft px-4 py-3 text-sm font-medium text-caution">
          You have been signed out. Sign in again to continue where you were.
        </p>
      )}
    </div>
  )
}
