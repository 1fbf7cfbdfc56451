import type { User } from '#contract/users.ts'
import { changePassword, findHasPassword, requestPasswordReset } from '../../account/account-service.ts'
import { SendMailButton } from '../../account/send-mail-button.tsx'
import { sayProblem } from '../../api-problem.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useSending } from '../../forms/use-sending.ts'
import { toast } from '../../shell/toasts.ts'
import { NewPasswordField, PasswordField } from '../../sign-in/password-field.tsx'
import { Alert } from '../../ui/alert.tsx'
import { useLoad } from '../../use-load.ts'

type Props = { user: User; onChanged: () => Promise<void> }

/** Changes the password, or for somebody who came with Google and has none, has a link mailed to set one. */
export function PasswordSection({ user, onChanged }: Props) {
  const known = useLoad(findHasPassword)
  return (
    <section aria-labelledby="password" className="max-w-md">
      <h2 id="password" className="mb-4 text-lg">
        Password
      </h2>
      {known.status === 'loading' && (
        <div role="status" className="skeleton h-40">
          <span className="sr-only">Loading your password settings</span>
        </div>
      )}
      {known.status === 'failed' && <Alert onRetry={known.reload}>{sayProblem(known.problem)}</Alert>}
      {known.status === 'ready' && known.data && <ChangePassword email={user.email} onChanged={onChanged} />}
      {known.status === 'ready' && (
        <>
          <p className="mt-6 mb-2 text-sm text-muted">
            {known.data
              ? 'Don’t know your current password?'
              : 'Your account has no password. To sign in with one too, set it with a link we e-mail you.'}
          </p>
          <SendMailButton
            send={async () => {
              await requestPasswordReset(user.email)
              return 'Password Reset Email Sent.'
            }}
            className="btn btn-quiet"
          >
            E-mail me a link to set one
          </SendMailButton>
        </>
      )}
    </section>
  )
}

function ChangePassword({ email, onChanged }: { email: string; onChanged: () => Promise<void> }) {
  const { form, busy, problem, problemOf } = useSending(change, 'Your password was not changed.')
  async function change(typed: FormData, element: HTMLFormElement) {
    await changePassword(String(typed.get('currentPassword')), String(typed.get('newPassword')))
    element.reset()
    toast('Your password was changed. You are signed out everywhere else.')
    await onChanged()
  }
  // The values were read when the form was sent: later input would be lost when the fields are cleared.
  const field = (name: string) => ({ name, problem: problemOf(name), readOnly: busy })
  return (
    <form {...form} className="grid gap-4">
      {/* The user name, for the browser's password manager. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <NewPasswordField label="New password" {...field('newPassword')} />
      {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
      <SubmitButton busy={busy} className="justify-self-start">
        Change password
      </SubmitButton>
    </form>
  )
}
