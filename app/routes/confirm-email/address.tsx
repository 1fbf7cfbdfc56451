import { EmailText } from '../../ui/email-text.tsx'

/** The e-mail address that the text is about. */
export const Address = ({ email }: { email: string }) => (
  <strong className="font-semibold">
    <EmailText email={email} />
  </strong>
)
