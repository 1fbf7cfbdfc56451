import { useRootData } from '../root-data.ts'

/** The address that people write to, as a link. */
export function ContactAddress() {
  const email = useRootData()?.contactEmail
  return (
    <a href={`mailto:${email}`} className="link">
      {email}
    </a>
  )
}
