import { type RefObject, useEffect, useState } from 'react'
import { userOf, useSession } from '../session/session.ts'
import {
  dropDraft,
  dropGuestDraft,
  isTypedIn,
  keepDraft,
  keepGuestDraft,
  readDraft,
  readGuestDraft,
} from './draft.ts'

/**
 * What is kept of a form that guests fill in, too: that of who is signed in, else the guest's, which `guestKey` names.
 * Whoever has to sign in again stays its `owner`; for another person, and once they have signed out here, it is emptied.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, what: string, guestKey = what) {
  const session = useSession()
  const user = userOf(session)
  const keyOf = (owner: string) => `${what} by ${owner}`
  const read = (owner?: string) => ({
    owner,
    draft: owner ? readDraft(keyOf(owner)) : readGuestDraft(guestKey),
  })
  const [{ owner, draft }, setKept] = useState(() => read(user?._id))
  const hasLeft = session.status === 'none' && session.left
  const next = hasLeft ? undefined : (user?._id ?? owner)
  if (next !== owner) setKept(read(next))

  const ownKey = owner && keyOf(owner)
  useEffect(() => {
    const element = form.current
    // What was typed before it was known who types is theirs from now on.
    if (ownKey && element && isTypedIn(element)) keepDraft(ownKey, element)
    return () => {
      if (ownKey) element?.reset()
    }
  }, [ownKey, form])

  return {
    owner,
    draft,
    /** To be called at each change. */
    keep(element: HTMLFormElement) {
      if (!ownKey) keepGuestDraft(guestKey, element)
      else if (user) keepDraft(ownKey, element)
    },
    /** To be called once it is sent. */
    drop() {
      if (ownKey) dropDraft(ownKey)
      dropGuestDraft(guestKey)
      setKept({ owner, draft: {} })
    },
  }
}
