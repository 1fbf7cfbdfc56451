import type { SignUpType } from '#contract/choices.ts'
import type { User } from '#contract/users.ts'
import { RoleChoice } from '../../account/role-choice.tsx'
import { toastSignedUp } from '../../account/toast-signed-up.ts'
import { api } from '../../api.ts'
import { sayProblem } from '../../api-problem.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useSending } from '../../forms/use-sending.ts'
import { refreshSession, userOf } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'

/** The last step of an unfinished sign-up: whether the account buys or sells. */
export function ChooseRole({ user }: { user: User }) {
  const { form, busy, problem } = useSending(choose, 'Your sign-up is not finished.')
  async function choose(typed: FormData) {
    const userType = typed.get('userType') as SignUpType
    const { name, image, email } = user
    await api.post('/users', { body: { name, image, email, userType } })
    toastSignedUp(userType, userOf(await refreshSession())?.userType)
  }
  return (
    <section className="max-w-md">
      <h1 className="text-xl">One more step</h1>
      <p className="mt-3 text-muted">Your sign-up was not finished. Will you buy or sell here?</p>
      <form {...form} className="mt-6 grid gap-4">
        <RoleChoice readOnly={busy} />
        {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
        <SubmitButton busy={busy}>Continue</SubmitButton>
      </form>
    </section>
  )
}
