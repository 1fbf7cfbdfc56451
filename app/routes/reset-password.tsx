import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { resetPassword } from '../account-service.ts'
import { ApiProblem, sayProblem } from '../api-problem.ts'
import { focusHeading } from '../row-place.ts'
import { refreshSession } from '../session.ts'
import { toast } from '../toasts.ts'
import { Alert } from '../ui/alert.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { NewPasswordField } from '../ui/password-field.tsx'
import { SignInPanel } from '../ui/sign-in-panel.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useSending } from '../use-sending.ts'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () => [
  { title: 'Choose a new password · Clamshell' },
  { name: 'robots', content: 'noindex' },
]

/** Where the mail of Forgotten Password leads. */
export default function ResetPassword() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { form, busy, problem, problemOf } = useSending(save, 'Your new password is not set.')
  const token = query.get('token')
  const refused = problem instanceof ApiProblem ? problem : undefined
  const isTooOld = refused?.code === 'link-too-old'

  useEffect(() => {
    // The button that was pressed goes with the form.
    if (isTooOld) focusHeading()
  }, [isTooOld])

  async function save(typed: FormData) {
    await resetPassword(token ?? '', String(typed.get('newPassword')))
    toast('Your new password is set. Please log in with it.')
    // Left meanwhile, they are not called back.
    if (form.ref.current) await navigate('/login', { replace: true })
    // Whoever was signed in here with the account no longer is.
    await refreshSession()
  }

  if (!token || isTooOld) {
    return (
      <SignInPanel title="Choose a new password">
        <Alert>
          {refused ? refused.message : 'This link is incomplete. Please open it from the mail again.'}
        </Alert>
        <p className="mt-4 text-muted">
          For a new link, type your e-mail address on the login page and choose Forgotten Password.
        </p>
        <Link to="/login" className="btn btn-primary mt-6">
          Ask for a new link
        </Link>
      </SignInPanel>
    )
  }
  return (
    <SignInPanel title="Choose a new password">
      <NeedsScript />
      <form {...form} className="grid gap-4">
        <NewPasswordField label="New password" name="newPassword" problem={problemOf('newPassword')} />
        {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
        <SubmitButton busy={busy}>Set the new password</SubmitButton>
      </form>
      <p className="mt-6 text-sm text-muted">
        You will be signed out wherever you are signed in with this account.
      </p>
    </SignInPanel>
  )
}
