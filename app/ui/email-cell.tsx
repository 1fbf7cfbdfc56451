import { EmailText } from './email-text.tsx'

/** An e-mail address in a table's cell: whatever stands in the others, it has the room to be read. */
export const EmailCell = ({ email }: { email: string }) => (
  <span className="sm:block sm:min-w-28">
    <EmailText email={email} />
  </span>
)
