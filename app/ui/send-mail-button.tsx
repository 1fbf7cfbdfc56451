import { useState } from 'react'
import { sendEmailConfirmation } from '../account-service.ts'
import { sayProblem } from '../api-problem.ts'
import { toast } from '../toasts.ts'

type Props = { send: () => Promise<void>; children: string; sent: string; className: string }

/** Has a mail sent to oneself; `sent` is said once it is. */
export function SendMailButton({ send, children, sent, className }: Props) {
  const [busy, setBusy] = useState(false)
  async function act() {
    if (busy) return
    setBusy(true)
    try {
      await send()
      toast(sent)
    } catch (error) {
      toast(`The mail was not sent. ${sayProblem(error)}`, 'failure')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={className} aria-disabled={busy} onClick={act}>
      {children}
    </button>
  )
}

/** Has the mail that confirms one's e-mail address sent again. */
export function SendConfirmation({ className }: { className: string }) {
  const sent = 'The mail to confirm your e-mail address is on its way.'
  return (
    <SendMailButton send={sendEmailConfirmation} sent={sent} className={className}>
      Send the mail again
    </SendMailButton>
  )
}
