import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router'
import type { User } from '#contract/users.ts'
import { userOf, useSession } from '../session/session.ts'
import { SignOutButton } from '../session/sign-out-button.tsx'
import { useLeavingFocus } from '../use-leaving-focus.ts'
import { GoogleOutcome } from './google-outcome.tsx'
import { nextPath } from './next-path.ts'

/**
 * Who was signed in already when this page was opened; undefined for everyone else. Whoever signs in later, here or in
 * another tab, goes on to where they were going, once nothing is being sent, unless they are on their way elsewhere.
 */
export function useAlreadySignedIn(isSending: boolean): User | undefined {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  const session = useSession()
  const [first, setFirst] = useState<string>()
  // What is sent before the session is known signs in whoever sends it.
  const status = isSending ? 'none' : session.status
  if (first === undefined && status !== 'loading') setFirst(status)
  // Signed out meanwhile, they are as everyone else.
  if (first === 'signed-in' && session.status === 'none') setFirst('none')
  const user = userOf(session)
  const already = first === 'signed-in' ? user : undefined
  const goesOn = user && !already && !isSending && !isLeaving
  useEffect(() => {
    if (goesOn) void navigate(nextPath(search), { replace: true })
  }, [goesOn, navigate, search])
  return already
}

/** The form, and what is around it: whoever was typing there as it gives way goes on by keyboard at the heading. */
export function NotSignedIn({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useLeavingFocus(part)
  return <div ref={part}>{children}</div>
}

/**
 * In place of the form: how it went at Google, who is signed in, the way on, and how to become somebody else. Where they
 * were going is asked for still where this page was loaded again once they were signed in.
 */
export function AlreadySignedIn({ user }: { user: User }) {
  const { search } = useLocation()
  const next = nextPath(search)
  return (
    <>
      {/* Another account may have been chosen there, by going back to Google after the first. */}
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
            Go on where you were
          </Link>
        )}
        <SignOutButton className="btn btn-quiet" />
      </p>
    </>
  )
}
