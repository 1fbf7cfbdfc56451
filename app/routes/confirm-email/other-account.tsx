import { useRef } from 'react'
import { NOT_SIGNED_OUT, signOut, userOf, useSession } from '../../session/session.ts'
import { useAction } from '../../use-action.ts'
import { useLeavingFocus } from '../../use-leaving-focus.ts'
import { Address } from './address.tsx'

/** Somebody else is signed in: the link is not for their account. */
export function OtherAccount({ email }: { email: string }) {
  const user = userOf(useSession())
  const part = useRef<HTMLDivElement>(null)
  useLeavingFocus(part)
  const { busy, press } = useAction(NOT_SIGNED_OUT, () => signOut())
  return (
    <div ref={part}>
      {/* With another user it is another paragraph: a translated one cannot be changed. */}
      <p key={user?.email}>
        This link is for <Address email={email} />
        {user && (
          <>
            , but you are signed in as <Address email={user.email} />
          </>
        )}
        . Nothing has changed.
      </p>
      <button type="button" className="btn btn-primary mt-6" aria-disabled={busy} onClick={press}>
        Sign out and continue
      </button>
    </div>
  )
}
