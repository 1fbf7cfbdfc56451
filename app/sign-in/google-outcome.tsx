import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readDraft } from '../forms/draft.ts'
import { Alert } from '../ui/alert.tsx'

/** The messages for somebody who came back from Google without being signed in, by the `reason` in the address. */
const FAILURES = new Map([
  ['unverified', 'Google has not verified your e-mail address, so it cannot be used here.'],
  [
    'expired',
    'This sign-in took too long, is already finished, or was started in another browser. Please try again.',
  ],
  ['unavailable', 'Google could not complete the sign-in. Please try again.'],
  ['limited', 'Too many sign-ins with Google have failed here. You can try again in 15 minutes.'],
])
const FAILED = 'The sign-in with Google failed. Please try again.'

/** The key under which this tab stores where somebody who went to Google was going. */
export const WAY_TO_GOOGLE = 'way to Google'

/**
 * Where somebody was going who comes back without the cookie of their sign-in, which is deleted when it is finished:
 * then neither the shop nor the address knows it; this tab does.
 */
export function keptWay(search: string): string | undefined {
  const asked = new URLSearchParams(search)
  return asked.get('google') === 'failed' && !asked.has('next') ? readDraft(WAY_TO_GOOGLE).next : undefined
}

/** The result for somebody who comes back from Google; its address says again where they were going. */
export function GoogleOutcome({ className = '' }: { className?: string }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  useEffect(() => {
    const next = keptWay(search)
    if (!next) return
    const found = new URLSearchParams(search)
    found.set('next', next)
    void navigate({ search: String(found) }, { replace: true, preventScrollReset: true })
  }, [search, navigate])
  if (asked.get('google') === 'failed')
    return <Alert className={className}>{FAILURES.get(asked.get('reason') ?? '') ?? FAILED}</Alert>
  if (asked.get('google') !== 'cancelled') return null
  return (
    <p role="status" className={`note ${className}`}>
      No Google account was chosen, so nothing has changed.
    </p>
  )
}
