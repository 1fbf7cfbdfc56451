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
 * The draft of a form that guests fill in, too: that of the signed-in person, else the guest's, which `guestKey` names.
 * Somebody who has to sign in again stays its `owner`; for another person, and after signing out here, it is cleared.
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
    // What was typed before it was known who types becomes theirs.
    if (ownKey && element && isTypedIn(element)) keepDraft(ownKey, element)
    return () => {
      if (ownKey) element?.reset()
    }
  }, [ownKey, form])

  return {
    owner,
    draft,
    /** Call this on each change. */
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
