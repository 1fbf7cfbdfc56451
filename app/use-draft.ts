import { type RefObject, useEffect, useState } from 'react'
import { dropDraft, dropGuestDraft, keepDraft, keepGuestDraft, readDraft, readGuestDraft } from './draft.ts'
import { userOf, useSession } from './session.ts'

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

  useEffect(() => {
    const element = form.current
    return () => {
      if (owner) element?.reset()
    }
  }, [owner, form])

  return {
    owner,
    draft,
    /** To be called at each change. */
    keep(element: HTMLFormElement) {
      if (!owner) keepGuestDraft(guestKey, element)
      else if (user) keepDraft(keyOf(owner), element)
    },
    /** To be called once it is sent. */
    drop() {
      if (owner) dropDraft(keyOf(owner))
      dropGuestDraft(guestKey)
      setKept({ owner, draft: {} })
    },
  }
}
