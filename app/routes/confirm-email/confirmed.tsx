import { useEffect } from 'react'
import { Link } from 'react-router'
import { refreshSession, userOf, useSession } from '../../session/session.ts'
import { Address } from './address.tsx'

/** The e-mail is confirmed, and what can be done next. */
export function Confirmed({ email }: { email: string }) {
  const user = userOf(useSession())
  const isTold = user?.emailProven ?? true
  // The rest of the page does not know that yet.
  useEffect(() => {
    if (!isTold) void refreshSession()
  }, [isTold])
  return (
    <>
      <p>
        Thank you. <Address email={email} /> is confirmed.
      </p>
      {user?.userType === 'buyer' && (
        <p className="mt-3 text-muted">What you ordered with it before is under My Orders, ready to pay.</p>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        {user?.userType === 'buyer' ? (
          <Link to="/dashboard/myorders" className="btn btn-primary">
            My Orders
          </Link>
        ) : (
          <Link to="/dashboard" className="btn btn-primary">
            Dashboard
          </Link>
        )}
        <Link to="/advertisedProducts" className="btn btn-quiet">
          See the laptops
        </Link>
      </p>
    </>
  )
}
