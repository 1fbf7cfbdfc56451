import { useState } from 'react'
import { sayProblem } from '../api-problem.ts'
import { signOut } from '../session.ts'
import { toast } from '../toasts.ts'
import { useArrive } from '../use-arrive.ts'

export function SignOutButton({ className }: { className: string }) {
  const arrive = useArrive()
  const [busy, setBusy] = useState(false)
  async function leave() {
    if (busy) return
    setBusy(true)
    try {
      // Away from the personal pages before they hear of it: their guard would ask to sign in again.
      await signOut(() => arrive('/'))
      toast('Sign Out Successfully.')
    } catch (error) {
      toast(`You are still signed in. ${sayProblem(error)}`, 'failure')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={className} aria-disabled={busy} onClick={leave}>
      {busy ? 'Signing out …' : 'Sign out'}
    </button>
  )
}
