import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { EmailConfirmation } from '#contract/sign-in.ts'
import { loginPath } from '#contract/site-path.ts'
import { confirmEmail } from '../account/account-service.ts'
import { ApiProblem, sayProblem } from '../api-problem.ts'
import { userOf, useSession } from '../session/session.ts'
import { SessionFailed } from '../session/session-failed.tsx'
import { SignOutButton } from '../session/sign-out-button.tsx'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { Alert } from '../ui/alert.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { useLoad } from '../use-load.ts'
import type { Route } from './+types/confirm-email'
import { Address } from './confirm-email/address.tsx'
import { Confirmed } from './confirm-email/confirmed.tsx'
import { OtherAccount } from './confirm-email/other-account.tsx'
import { WayIn } from './confirm-email/way-in.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm your email · Clamshell' },
  { name: 'robots', content: 'noindex' },
]

/** The target of the links in mails about a sign-up and about a guest's order. Its call to the server is a POST. */
export default function ConfirmEmail() {
  const session = useSession()
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <SignInPanel title="Confirm your email">
      {/* Always rendered: a live region that appears together with its text is not read out. Only what is new is. */}
      <div role="status" aria-atomic={false}>
        {!token ? (
          <Unusable why="This link is incomplete. Please open it from the e-mail again." />
        ) : session.status === 'loading' ? (
          <Waiting />
        ) : session.status === 'failed' ? (
          <SessionFailed />
        ) : (
          <Outcome token={token} who={userOf(session)?.email ?? ''} />
        )}
      </div>
    </SignInPanel>
  )
}

/** Runs again whenever somebody else is signed in. */
function Outcome({ token, who }: { token: string; who: string }) {
  const asked = useLoad(
    useCallback(() => confirmEmail(token), [token]),
    who,
  )
  if (asked.status === 'loading') return <Waiting />
  if (asked.status === 'failed') {
    const isOld = asked.problem instanceof ApiProblem && asked.problem.code === 'link-too-old'
    const why = sayProblem(asked.problem)
    return isOld ? <Unusable why={why} /> : <Alert onRetry={asked.reload}>{why}</Alert>
  }
  return <Told answer={asked.data} token={token} />
}

function Told({ answer: { email, outcome }, token }: { answer: EmailConfirmation; token: string }) {
  if (outcome === 'confirmed') return <Confirmed email={email} />
  if (outcome === 'signed-in-as-another') return <OtherAccount email={email} />
  return <WayIn email={email} token={token} hasAccount={outcome === 'sign-in'} />
}

/** It is not known for whom the link is, or was: a confirmed address may be another than the one that got it. */
function Unusable({ why }: { why: string }) {
  const user = userOf(useSession())
  return (
    <>
      <Alert>{why}</Alert>
      {user?.emailProven ? (
        <>
          {/* Not the paragraph below changed: if that is translated, it cannot be. */}
          <p key="confirmed" className="mt-4 text-muted">
            You are signed in as <Address email={user.email} />, which is already confirmed. If the e-mail
            came to another address, sign out and sign in with that one: under My Account you can have a new
            link sent.
          </p>
          <p className="mt-6 flex flex-wrap gap-3">
            <Link to="/dashboard" className="btn btn-primary">
              Dashboard
            </Link>
            <SignOutButton className="btn btn-quiet" to={loginPath('/dashboard/account')} />
          </p>
        </>
      ) : (
        <>
          <p className="mt-4 text-muted">
            You can have a new one sent under My Account, once you are signed in with the address that got
            this e-mail.
          </p>
          <Link to="/dashboard/account" className="btn btn-primary mt-6">
            My Account
          </Link>
        </>
      )}
    </>
  )
}

function Waiting() {
  return (
    <>
      <NeedsScript what="Confirming your e-mail address needs" />
      <div className="needs-script grid gap-4">
        <span className="sr-only">Confirming your e-mail address</span>
        <div className="skeleton h-6 w-4/5" />
        <div className="skeleton h-11 w-40" />
      </div>
    </>
  )
}
