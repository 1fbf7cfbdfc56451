import { useNavigate } from 'react-router'
import { signOut } from '../session.ts'
import { toast } from '../toasts.ts'
import { usePressing } from '../use-pressing.ts'

export function SignOutButton({ className }: { className: string }) {
  const navigate = useNavigate()
  const { busy, press } = usePressing('You are still signed in.', async () => {
    await signOut(() => void navigate('/'))
    toast('Sign Out Successfully.')
  })
  return (
    <button type="button" className={className} aria-disabled={busy} onClick={press}>
      {busy ? 'Signing out …' : 'Sign out'}
    </button>
  )
}
