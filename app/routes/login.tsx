import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { sayProblem } from '../api-problem.ts'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useSending } from '../forms/use-sending.ts'
import { SessionFailed } from '../session/session-failed.tsx'
import { AlreadySignedIn, NotSignedIn, useAlreadySignedIn } from '../sign-in/already-signed-in.tsx'
import { GoogleButton } from '../sign-in/google-button.tsx'
import { useKnownEmail } from '../sign-in/known-email.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { enterSession, signInWithPassword } from '../sign-in/sign-in.ts'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { Alert } from '../ui/alert.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import type { Route } from './+types/login'
import { ForgottenPassword } from './login/forgotten-password.tsx'
import { GoogleReturn } from './login/google-return.tsx'
import { SessionEnded } from './login/session-ended.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Login · Clamshell' }]

export default function Login() {
  const { search } = useLocation()
  const comesFromGoogle = new URLSearchParams(search).get('google') === 'done'
  return <SignInPanel title="Login">{comesFromGoogle ? <GoogleReturn /> : <LoginForm />}</SignInPanel>
}

function LoginForm() {
  const { search } = useLocation()
  const { known, keep, state } = useKnownEmail()
  const [emailProblem, setEmailProblem] = useState<string>()
  const { form, busy, problem, clear } = useSending(signIn, 'You are not signed in.', keep)
  const already = useAlreadySignedIn(busy)

  async function signIn(typed: FormData): Promise<void> {
    setEmailProblem(undefined)
    await signInWithPassword(String(typed.get('email')), String(typed.get('password')))
    await enterSession()
  }

  if (already) return <AlreadySignedIn user={already} />
  return (
    <NotSignedIn>
      <NeedsScript />
      <SessionEnded />
      <SessionFailed className="mb-4" />
      <form {...form} className="grid gap-4">
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={known}
          onChange={() => setEmailProblem(undefined)}
          problem={emailProblem}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <ForgottenPassword
          disabled={busy}
          onStart={() => {
            clear()
            setEmailProblem(undefined)
          }}
          onProblem={setEmailProblem}
        />
        {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
        <SubmitButton busy={busy}>Login</SubmitButton>
      </form>
      <GoogleButton disabled={busy} />
      <p className="mt-6 text-sm text-muted">
        New to Clamshell?{' '}
        <Link
          to={{ pathname: '/signup', search: String(new URLSearchParams(search)) }}
          state={state}
          className="link link-alone font-semibold text-ink"
        >
          Sign Up
        </Link>
      </p>
    </NotSignedIn>
  )
}
