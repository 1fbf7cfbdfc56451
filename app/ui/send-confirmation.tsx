import { useState } from 'react'
import { sendEmailConfirmation } from '../account-service.ts'
import { sayProblem } from '../api-problem.ts'
import { toast } from '../toasts.ts'

/** Has the mail that confirms one's e-mail address sent again. */
export function SendConfirmation({ className }: { className: string }) {
  const [busy, setBusy] = useState(false)
  async function send() {
    if (busy) return
    setBusy(true)
    try {
      await sendEmailConfirmation()
      toast('The mail to confirm your e-mail address is on its way.')
    } catch (error) {
      toast(`The mail was not sent. ${sayProblem(error)}`, 'failure')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={className} aria-disabled={busy} onClick={send}>
      Send the mail again
    </button>
  )
}
