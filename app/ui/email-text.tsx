/** An e-mail address; where it is too long for its place it breaks before its @ rather than anywhere. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

/** The same in a table's cell: whatever stands in the others, it has the room to be read. */
export const EmailCell = ({ email }: { email: string }) => (
  <span className="sm:block sm:min-w-28">
    <EmailText email={email} />
  </span>
)
