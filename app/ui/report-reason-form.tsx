import { useEffect } from 'react'
import { LENGTHS } from '#contract/limits.ts'
import { sayProblem } from '../api-problem.ts'
import { useSending } from '../use-sending.ts'
import { Alert } from './alert.tsx'
import { TextArea } from './field.tsx'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  label: string
  /** Who will read it. */
  hint: string
  /** What the button says. */
  action: string
  /** Sends the reason; what it throws is shown, and what was typed stays. */
  send: (reason: string) => Promise<void>
}

/** Asks why. */
export function ReasonForm({ label, hint, action, send }: Props) {
  const { form, busy, problem, problemOf } = useSending((typed) => send(String(typed.get('reason') ?? '')))
  // It may come later than the dialog that it stands in, which could then not lead to it.
  useEffect(() => form.ref.current?.querySelector('textarea')?.focus(), [form.ref])
  return (
    <form {...form} className="mt-5 grid gap-4">
      <TextArea
        label={label}
        hint={hint}
        name="reason"
        required
        maxLength={LENGTHS.reason}
        problem={problemOf('reason')}
      />
      {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
      <SubmitButton busy={busy}>{action}</SubmitButton>
    </form>
  )
}
