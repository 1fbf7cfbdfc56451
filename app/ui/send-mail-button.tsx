import { sendEmailConfirmation } from '../account-service.ts'
import { toast } from '../toasts.ts'
import { usePressing } from '../use-pressing.ts'

type Props = { send: () => Promise<void>; children: string; sent: string; className: string }

/** Has a mail sent to oneself; `sent` is said once it is. */
export function SendMailButton({ send, children, sent, className }: Props) {
  const { busy, press } = usePressing('The mail was not sent.', async () => {
    await send()
    toast(sent)
  })
  return (
    <button type="button" className={className} aria-disabled={busy} onClick={press}>
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
