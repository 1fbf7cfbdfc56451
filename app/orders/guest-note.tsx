import { Link, useLocation } from 'react-router'
import { loginPath } from '#contract/site-path.ts'

/** What ordering without an account means, and the way back in for somebody who was signed in. */
export function GuestNote({ ended }: { ended: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <div className="text-sm text-muted sm:col-span-2">
      {ended && (
        <p role="alert" className="note note-caution mb-3">
          You have been signed out.{' '}
          <Link to={loginPath(pathname + search)} className="link">
            Login
          </Link>{' '}
          again to order with your account, or type your name and e-mail.
        </p>
      )}
      <p>
        You are not signed in. We will send an e-mail to the address above: its link lets you sign up and pay.
      </p>
    </div>
  )
}
