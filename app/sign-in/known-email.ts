import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { keepGuestDraft, readGuestDraft } from '../forms/draft.ts'

/** What a link to Login or Sign Up may pass on, in the history state and not in the address. */
export type KnownEmail = { email: string }

/**
 * The e-mail for Login and Sign Up: `known` is what was typed here before leaving, else what the previous page knew,
 * else `last`; empty until hydration. Call `keep` on each change of the form; `state` is for the link to the other of
 * the two pages.
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
