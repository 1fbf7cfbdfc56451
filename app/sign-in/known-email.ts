import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { keepGuestDraft, readGuestDraft } from '../forms/draft.ts'

/** What a link to Login or Sign Up may bring along, out of the address's sight. */
export type KnownEmail = { email: string }

/**
 * The e-mail for Login and Sign Up: `known` is what was typed here before one went on, else what the page before knew,
 * else `last`; empty until the page is alive. `keep` is to be called at each change of the form, and `state` is for the
 * link to the other of the two.
 */
export function useKnownEmail(last = '') {
  const { key, state } = useLocation()
  const [known, setKnown] = useState('')
  const [typed, setTyped] = useState<string>()
  useEffect(() => {
    const brought = state as Partial<KnownEmail> | null
    setKnown(readGuestDraft(key).email ?? brought?.email ?? last)
  }, [key, state, last])
  return {
    known,
    keep(form: HTMLFormElement) {
      keepGuestDraft(key, form)
      setTyped(readGuestDraft(key).email)
    },
    state: { email: typed ?? known } satisfies KnownEmail,
  }
}
