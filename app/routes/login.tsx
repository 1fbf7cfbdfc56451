import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { sayProblem } from '../api-problem.ts'
import GoogleReturn from '../google-return.tsx'
import { useKnownEmail } from '../known-email.ts'
import { nextPath } from '../next-path.ts'
import { refreshSession, useSession } from '../session.ts'
import { signInWithPassword } from '../sign-in-service.ts'
import { Alert } from '../ui/alert.tsx'
import { AlreadySignedIn, useAlreadySignedIn } from '../ui/already-signed-in.tsx'
import { Field } from '../ui/field.tsx'
import { ForgottenPassword } from '../ui/forgotten-password.tsx'
import { GoogleButton } from '../ui/google-button.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { SessionEnded } from '../ui/session-ended.tsx'
import { SignInPanel } from '../ui/sign-in-panel.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = () => [{ title: 'Login · Clamshell' }]

export default function Login() {
  const { search } = useLocation()
  if (new URLSearchParams(search).get('google') !== 'done') return <LoginForm />
  return (
    <SignInPanel title="Login">
      <GoogleReturn />
    </SignInPanel>
  )
}

function LoginForm() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const session = useSession()
  const known = useKnownEmail()
  const [emailProblem, setEmailProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const already = useAlreadySignedIn()
  const signedIn = session.status === 'signed-in'

  // Signed in here, or in another tab meanwhile: on to where they were going.
  useEffect(() => {
    if (signedIn && !already) void navigate(nextPath(search), { replace: true })
  }, [signedIn, already, navigate, search])

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    try {
      await signInWithPassword(String(form.get('email')), String(form.get('password')))
      const found = await refreshSession()
      if (found.status === 'failed') throw found.problem
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  if (already) {
    return (
      <SignInPanel title="Login">
        <AlreadySignedIn user={already} />
      </SignInPanel>
    )
  }
  return (
    <SignInPanel title="Login">
      <NeedsScript />
      <SessionEnded />
      <form method="post" onSubmit={signIn} className="grid gap-4">
        <Field
          key={known}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={known}
          onChange={() => setEmailProblem(undefined)}
          problem={emailProblem}
        />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <ForgottenPassword disabled={busy} onProblem={setEmailProblem} />
        {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
        <SubmitButton busy={busy}>Login</SubmitButton>
      </form>
      <GoogleButton disabled={busy} />
      <p className="mt-6 text-sm text-muted">
        New to Clamshell?{' '}
        <Link to={`/signup${search}`} state={state} className="link font-semibold text-ink">
          Sign Up
        </Link>
      </p>
    </SignInPanel>
  )
}
