import { useNavigate } from 'react-router'
import { dismissToasts, toast } from '../shell/toasts.ts'
import { useAction } from '../use-action.ts'
import { useLeaving } from '../use-leaving.ts'
import { NOT_SIGNED_OUT, signOut } from './session.ts'

/** `to`: the page after signing out. */
export function SignOutButton({ className, to = '/' }: { className: string; to?: string }) {
  const navigate = useNavigate()
  const isLeaving = useLeaving()
  const { busy, press } = useAction(NOT_SIGNED_OUT, async () => {
    const { pathname } = location
    // The button in the top bar stays while the page changes.
    await signOut(() => void (location.pathname === pathname && !isLeaving.current && navigate(to)))
    dismissToasts()
    toast('Sign Out Successfully.')
  })
  return (
    <button type="button" className={className} aria-disabled={busy} onClick={press}>
      {busy ? 'Signing out …' : 'Sign out'}
    </button>
  )
}
