import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router'
import type { User } from '#contract/users.ts'
import { userOf, useSession } from '../session/session.ts'
import { SignOutButton } from '../session/sign-out-button.tsx'
import { useLeavingFocus } from '../use-leaving-focus.ts'
import { GoogleOutcome } from './google-outcome.tsx'
import { nextPath } from './next-path.ts'

/**
 * The person who was signed in when this page was opened; undefined for everyone else. Somebody who signs in later,
 * here or in another tab, is sent on to where they were going, once nothing is being sent, unless they are navigating
 * elsewhere.
 */
export function useAlreadySignedIn(isSending: boolean): User | undefined {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  const session = useSession()
  const [first, setFirst] = useState<string>()
  // A form that is sent before the session is known signs in the person who sends it.
  const status = isSending ? 'none' : session.status
  if (first === undefined && status !== 'loading') setFirst(status)
  // After signing out they are like everyone else.
  if (first === 'signed-in' && session.status === 'none') setFirst('none')
  const user = userOf(session)
  const already = first === 'signed-in' ? user : undefined
  const goesOn = user && !already && !isSending && !isLeaving
  useEffect(() => {
    if (goesOn) void navigate(nextPath(search), { replace: true })
  }, [goesOn, navigate, search])
  return already
}

/** The form, and what is around it: if it is replaced while somebody is typing, the focus moves to the heading. */
export function NotSignedIn({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useLeavingFocus(part)
  return <div ref={part}>{children}</div>
}

/**
 * Replaces the form: the result of the Google sign-in, who is signed in, the way on, and how to switch accounts. If the
 * page was reloaded right after they signed in, the address still says where they were going.
 */
export function AlreadySignedIn({ user }: { user: User }) {
  const { search } = useLocation()
  const next = nextPath(search)
  return (
    <>
      {/* Another account may have been chosen, by going back to Google after the first sign-in. */}
      <GoogleOutcome className="mb-4" />
      <p className="wrap-anywhere">
        You are signed in as{' '}
        <strong className="font-semibold" dir="auto">
          {user.name}
        </strong>{' '}
        ({user.email}).
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        {next === '/' ? (
          <Link to="/dashboard" className="btn btn-primary">
            Dashboard
          </Link>
        ) : (
          <Link to={next} className="btn btn-primary">
            Continue where you were
          </Link>
        )}
        <SignOutButton className="btn btn-quiet" />
      </p>
    </>
  )
}
