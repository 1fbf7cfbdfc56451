import { useContactEmail } from '../contact-email.ts'

/** The address that people write to, as a link. */
export function ContactAddress() {
  const email = useContactEmail()
  return (
    <a href={`mailto:${email}`} className="link">
      {email}
    </a>
  )
}
