import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** What a link to Login or Sign Up may bring along, out of the address's sight. */
export type KnownEmail = { email: string }

/** The e-mail that the page before knew, to be typed no more. Empty until the page is alive. */
export function useKnownEmail(): string {
  const { state } = useLocation()
  const [email, setEmail] = useState('')
  useEffect(() => setEmail((state as Partial<KnownEmail> | null)?.email ?? ''), [state])
  return email
}
