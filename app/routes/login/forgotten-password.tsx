import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { PASSWORD_LINK_MINUTES } from '#contract/limits.ts'
import { requestPasswordReset } from '../../account/account-service.ts'
import { ApiProblem, sayFailure, sayProblem } from '../../api-problem.ts'
import { dismissFailure, toast } from '../../shell/toasts.ts'
import { Spinner } from '../../ui/spinner.tsx'

const FAILURE = 'The e-mail was not sent.'

type Props = {
  disabled: boolean
  /** Called each time that it is pressed: what was said of earlier tries is over. */
  onStart: () => void
  /** Shows a problem below the e-mail field. */
  onProblem: (problem: string) => void
}

/** The Forgotten Password button: mails a link to choose a new one to the e-mail in its form. */
export function ForgottenPassword({ disabled, onStart, onProblem }: Props) {
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  /** Whether Login was pressed since: the field then belongs to its result. */
  const isOvertaken = useRef(false)
  useEffect(() => {
    isOvertaken.current ||= disabled
  }, [disabled])

  async function send({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    const field = form?.elements.namedItem('email')
    if (busy || disabled || !(field instanceof HTMLInputElement)) return
    const refuse = (problem: string, said = `${FAILURE} ${problem}`) => {
      // The page was left meanwhile.
      if (isOvertaken.current || !field.isConnected) return toast(said, 'failure')
      onProblem(problem)
      // Focusing the field reads the problem out, and lets it be corrected.
      field.focus()
    }
    const email = field.value
    isOvertaken.current = false
    setSentTo(undefined)
    onStart()
    if (!email.trim()) return refuse('Email is Required.')
    setBusy(true)
    dismissFailure(FAILURE)
    try {
      await requestPasswordReset(email)
      setSentTo(email.trim())
      toast('Password Reset Email Sent.')
    } catch (error) {
      const isInvalid = error instanceof ApiProblem && error.status === 400
      if (isInvalid) refuse('Your Email is invalid. Please try a valid email.')
      else refuse(sayProblem(error), sayFailure(FAILURE, error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <button
        type="button"
        className="needs-script link -my-2 inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium"
        aria-disabled={busy || disabled}
        onClick={send}
      >
        {busy && <Spinner size="loading-xs" />}
        <span>Forgotten Password</span>
      </button>
      <div role="status">
        {busy && <span className="sr-only">Sending …</span>}
        {sentTo && (
          <p className="note mt-2 wrap-anywhere">
            If {sentTo} has an account here, a link to choose a new password is on its way. It works for{' '}
            {PASSWORD_LINK_MINUTES} minutes.
          </p>
        )}
      </div>
    </div>
  )
}
