import { useEffect, useState } from 'react'
import { LENGTHS } from '#contract/limits.ts'
import { sayProblem } from '../api-problem.ts'
import { dropDraft, keepDraft, readDraft } from '../forms/draft.ts'
import { TextArea } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useSending } from '../forms/use-sending.ts'
import { Alert } from '../ui/alert.tsx'

type Props = {
  label: string
  /** A hint that says who will read it. */
  hint: string
  /** The label of the button. */
  action: string
  /** For a reason why something is taken from somebody: then the button is red. */
  harmful?: boolean
  /** The key under which the text is stored until it is sent. */
  draftKey: string
  /** The message if it fails after the form was closed. */
  failure: string
  /** Sends the reason; an error that it throws is shown, and the text stays. */
  send: (reason: string) => Promise<void>
  /** Called once it is sent, unless the form is gone: another may be open by then. */
  onSent: () => void
  onCancel: () => void
}

/** Asks why, in a dialog. */
export function ReasonForm(props: Props) {
  const { label, hint, action, harmful, draftKey, failure, send, onSent, onCancel } = props
  const [draft] = useState(() => readDraft(draftKey))
  const { form, busy, problem, problemOf } = useSending(sendReason, failure, (form) =>
    keepDraft(draftKey, form),
  )
  async function sendReason(typed: FormData, element: HTMLFormElement) {
    await send(String(typed.get('reason') ?? ''))
    dropDraft(draftKey)
    if (element.isConnected) onSent()
  }
  // The form may be loaded after its dialog, which then could not focus it.
  useEffect(() => form.ref.current?.querySelector('textarea')?.focus(), [form.ref])
  return (
    <form {...form} className="mt-5 grid gap-4">
      <TextArea
        label={label}
        hint={hint}
        name="reason"
        defaultValue={draft.reason}
        required
        most={LENGTHS.reason}
        problem={problemOf('reason')}
        readOnly={busy}
      />
      {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onCancel}>
          {busy ? 'Close' : 'Cancel'}
        </button>
        <SubmitButton busy={busy} look={harmful ? 'btn-danger' : 'btn-primary'}>
          {action}
        </SubmitButton>
      </div>
    </form>
  )
}
