import { useLocation } from 'react-router'
import { useSession } from '../../session/session.ts'

/** Says why one has to sign in again on the way back to a page. */
export function SessionEnded() {
  const { search } = useLocation()
  const session = useSession()
  // Without a page to go back to, they came here by themselves: after setting a new password, for example.
  const isOnTheWay = new URLSearchParams(search).has('next')
  if (session.status !== 'none' || !session.ended || !isOnTheWay) return null
  return (
    // No status: one that appears together with its text is not read out.
    <p role="alert" className="note note-caution mb-4">
      You have been signed out. Sign in again to continue where you were.
    </p>
  )
}
