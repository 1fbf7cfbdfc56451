import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiProblem, sayProblem } from '../api-problem.ts'
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

/** Asks why, in at most 500 characters. */
export function ReasonForm({ label, hint, action, send }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const form = useRef<HTMLFormElement>(null)
  // It may come later than the dialog that it stands in, which could then not lead to it.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    setBusy(true)
    setProblem(undefined)
    try {
      await send(reason)
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <form ref={form} method="post" onSubmit={submit} className="mt-5 grid gap-4">
      <TextArea
        label={label}
        hint={hint}
        name="reason"
        required
        maxLength={500}
        problem={problem instanceof ApiProblem ? problem.field('reason') : undefined}
      />
      {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
      <SubmitButton busy={busy}>{action}</SubmitButton>
    </form>
  )
}
