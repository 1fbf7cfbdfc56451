import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sayProblem } from '../api-problem.ts'
import { signOut } from '../session.ts'
import { toast } from '../toasts.ts'

export function SignOutButton({ className }: { className: string }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function leave() {
    if (busy) return
    setBusy(true)
    try {
      await signOut(() => void navigate('/'))
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
