import { useRef, useState } from 'react'
import { sayProblem } from '../../api-problem.ts'
import { signOut, userOf, useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { useLeavingFocus } from '../../use-leaving-focus.ts'
import { Address } from './address.tsx'

/** Somebody else is signed in: the link is not for their account. */
export function OtherAccount({ email }: { email: string }) {
  const user = userOf(useSession())
  const part = useRef<HTMLDivElement>(null)
  useLeavingFocus(part)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  async function leave() {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    await signOut().catch(setProblem)
    setBusy(false)
  }
  return (
    <div ref={part}>
      <p>
        This link is for <Address email={email} />
        {user && (
          <>
            , but you are signed in as <Address email={user.email} />
          </>
        )}
        . Nothing has changed.
      </p>
      {problem !== undefined && <Alert className="mt-4">{sayProblem(problem)}</Alert>}
      <button type="button" className="btn btn-primary mt-6" aria-disabled={busy} onClick={leave}>
        Sign out and continue
      </button>
    </div>
  )
}
