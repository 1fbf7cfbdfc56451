import { useRef } from 'react'
import { refreshUnconfirmed } from '../session/session.ts'
import { toast } from '../shell/toasts.ts'
import { Spinner } from '../ui/spinner.tsx'
import { StatusText } from '../ui/status-text.tsx'
import { useAction } from '../use-action.ts'
import { focusAround, useLeavingFocus } from '../use-leaving-focus.ts'
import { sendEmailConfirmation } from './account-service.ts'

/** `send` resolves with the message to show. */
type Props = { send: () => Promise<string>; children: string; className: string }

/** A button that has a mail sent to oneself. */
export function SendMailButton({ send, children, className }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useLeavingFocus(button, focusAround)
  const { busy, press } = useAction('The e-mail was not sent.', async () => toast(await send()))
  return (
    <>
      <button ref={button} type="button" className={className} aria-disabled={busy} onClick={press}>
        {busy && <Spinner size="loading-xs" />}
        <span>{children}</span>
      </button>
      <StatusText>{busy && 'Sending …'}</StatusText>
    </>
  )
}

/** A button that has the confirmation mail sent again, unless the e-mail is confirmed already. */
export function SendConfirmation({ className }: { className: string }) {
  return (
    <SendMailButton send={sendConfirmation} className={className}>
      Send the e-mail again
    </SendMailButton>
  )
}

async function sendConfirmation(): Promise<string> {
  if (await sendEmailConfirmation()) return 'The e-mail to confirm your address is on its way.'
  await refreshUnconfirmed()
  return 'Your e-mail address is already confirmed.'
}
