import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { resetPassword } from '../account/account-service.ts'
import { ApiProblem, sayProblem } from '../api-problem.ts'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useSending } from '../forms/use-sending.ts'
import { focusHeading } from '../row-place.ts'
import { refreshSession } from '../session/session.ts'
import { toast } from '../shell/toasts.ts'
import { NewPasswordField } from '../sign-in/password-field.tsx'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { Alert } from '../ui/alert.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { useLeaving } from '../use-leaving.ts'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () => [
  { title: 'Choose a new password · Clamshell' },
  { name: 'robots', content: 'noindex' },
]

const MAY_BE_SET = 'Your new password may already be set: try to log in with it.'

/** The target of the link in the mail of Forgotten Password. */
export default function ResetPassword() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const isLeaving = useLeaving()
  /** Whether an earlier try may have set it, although its answer was lost. */
  const [mayBeSet, setMayBeSet] = useState(false)
  const failure = mayBeSet ? MAY_BE_SET : 'Your new password was not set.'
  const { form, busy, problem, problemOf } = useSending(save, failure)
  const token = query.get('token')
  const refused = problem instanceof ApiProblem ? problem : undefined
  const isTooOld = refused?.code === 'link-too-old'

  useEffect(() => {
    if (!isTooOld) return
    // The pressed button disappears with the form.
    focusHeading()
    // If the link was used, that person is not signed in here any more.
    void refreshSession()
  }, [isTooOld])

  async function save(typed: FormData) {
    try {
      await resetPassword(token ?? '', String(typed.get('newPassword')))
    } catch (error) {
      if (!(error instanceof ApiProblem && error.isRefusal)) setMayBeSet(true)
      throw error
    }
    toast('Your new password is set. Please log in with it.')
    if (!isLeaving.current) {
      // If the script of Login is gone, the router reloads the current address, whose link is used by now.
      history.replaceState(history.state, '', '/login')
      await navigate('/login', { replace: true })
    }
    // That person is not signed in here any more.
    await refreshSession()
  }

  if (!token || isTooOld) {
    return (
      <SignInPanel title="Choose a new password">
        <Alert>
          {mayBeSet
            ? MAY_BE_SET
            : (refused?.message ?? 'This link is incomplete. Please open it from the e-mail again.')}
        </Alert>
        <p className="mt-4 text-muted">
          For a new link, type your e-mail address on the login page and choose Forgotten Password.
        </p>
        <Link to="/login" className="btn btn-primary mt-6">
          {mayBeSet ? 'Login' : 'Ask for a new link'}
        </Link>
      </SignInPanel>
    )
  }
  return (
    <SignInPanel title="Choose a new password">
      <NeedsScript />
      <form {...form} className="grid gap-4">
        <NewPasswordField
          label="New password"
          name="newPassword"
          problem={problemOf('newPassword')}
          // The value was read when it was sent: what is typed later is not the password.
          readOnly={busy}
        />
        {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
        <SubmitButton busy={busy}>Set the new password</SubmitButton>
      </form>
      <p className="mt-6 text-sm text-muted">
        You will be signed out wherever you are signed in with this account.
      </p>
    </SignInPanel>
  )
}
