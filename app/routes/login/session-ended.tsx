import { useSession } from '../../session/session.ts'

/** Says why one has to sign in again on the way back to a page. */
export function SessionEnded() {
  const session = useSession()
  return (
    <div role="status">
      {session.status === 'none' && session.ended && (
        <p className="note note-caution mb-4">
          You have been signed out. Sign in again to continue where you were.
        </p>
      )}
    </div>
  )
}
