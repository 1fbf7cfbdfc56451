import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { SignUpType } from '#contract/choices.ts'
import { LENGTHS, MOST_IMAGE_MB } from '#contract/limits.ts'
import { NOT_FOR_SELLERS } from '#contract/refusals.ts'
import { RoleChoice } from '../account/role-choice.tsx'
import { toastSignedUp } from '../account/toast-signed-up.ts'
import { sayProblem } from '../api-problem.ts'
import { keepGuestDraft, readGuestDraft } from '../forms/draft.ts'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useSending } from '../forms/use-sending.ts'
import { ImageField } from '../images/image-field.tsx'
import { SessionFailed } from '../session/session-failed.tsx'
import { AlreadySignedIn, NotSignedIn, useAlreadySignedIn } from '../sign-in/already-signed-in.tsx'
import { GoogleButton } from '../sign-in/google-button.tsx'
import { useKnownEmail } from '../sign-in/known-email.ts'
import { emailTokenIn, nextPath } from '../sign-in/next-path.ts'
import { NewPasswordField } from '../sign-in/password-field.tsx'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { Alert } from '../ui/alert.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { StatusText } from '../ui/status-text.tsx'
import type { Route } from './+types/signup'
import { type SignUpProgress, signUp } from './signup/sign-up.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Sign Up · Clamshell' }]

/** The key under which the input is stored while the page stays open, for somebody who opens Login meanwhile. */
const DRAFT = 'sign-up'

export default function SignUp() {
  return (
    <SignInPanel title="Sign Up">
      <SignUpForm />
    </SignInPanel>
  )
}

function SignUpForm() {
  const { search } = useLocation()
  const [draft] = useState(() => readGuestDraft(DRAFT))
  const { known, keep, state } = useKnownEmail(draft.email)
  const progress = useRef<SignUpProgress>({})
  const [uploaded, setUploaded] = useState<number>()
  /** Known after hydration: before that, another role than the initial one may have been chosen. */
  const [role, setRole] = useState<SignUpType>()
  const { form, busy, problem, problemOf } = useSending(makeAccount, '', (form) => {
    keep(form)
    keepGuestDraft(DRAFT, form)
  })
  const already = useAlreadySignedIn(busy)
  // The values were read when the form was sent: a role chosen later would not be the account's.
  const field = (name: string) => ({ name, problem: problemOf(name), readOnly: busy })

  async function makeAccount(typed: FormData) {
    const photo = typed.get('photo')
    if (!(photo instanceof File)) return
    const account = {
      name: String(typed.get('name')),
      email: String(typed.get('email')),
      password: String(typed.get('password')),
      userType: typed.get('userType') as SignUpType,
      photo,
      emailToken: emailTokenIn(nextPath(search)),
    }
    try {
      const user = await signUp(account, progress.current, setUploaded)
      toastSignedUp(account.userType, user.userType)
    } finally {
      setUploaded(undefined)
    }
  }

  if (already) return <AlreadySignedIn user={already} />
  return (
    <NotSignedIn>
      <NeedsScript />
      <SessionFailed className="mb-4" />
      <form {...form} className="grid gap-4">
        <Field
          label="Name"
          autoComplete="name"
          required
          maxLength={LENGTHS.name}
          defaultValue={draft.name}
          {...field('name')}
        />
        <ImageField
          label="Photo"
          name="photo"
          hint={`A JPEG, PNG or WebP picture of you, for your account, at most ${MOST_IMAGE_MB} MB.`}
          disabled={busy}
          problem={problemOf('photo', 'image')}
        />
        {uploaded !== undefined && uploaded < 1 && <progress value={uploaded} aria-label="Photo upload" />}
        <StatusText>{uploaded !== undefined && 'Sending the photo …'}</StatusText>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          defaultValue={known}
          {...field('email')}
        />
        <NewPasswordField label="Password" {...field('password')} />
        <RoleChoice chosen={draft.userType} onChoose={setRole} readOnly={busy} />
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" name="terms" required className="checkbox checkbox-primary" />
          <span>
            {/* In one string: a text node with only a space is left out of the checkbox's name. */}
            {'I accept the '}
            <Link to="/terms" target="_blank" className="link link-alone">
              Terms & Conditions
            </Link>
          </span>
        </label>
        {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
        <SubmitButton busy={busy}>Sign Up</SubmitButton>
      </form>
      <GoogleButton disabled={busy || !role} why={role === 'seller' ? NOT_FOR_SELLERS : undefined} />
      <p className="mt-6 text-sm text-muted">
        Already have an account?{' '}
        <Link
          to={{ pathname: '/login', search: String(new URLSearchParams(search)) }}
          state={state}
          className="link link-alone font-semibold text-ink"
        >
          Login
        </Link>
      </p>
    </NotSignedIn>
  )
}
