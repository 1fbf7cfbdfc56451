import { Link } from 'react-router'
import type { KnownEmail } from '../../sign-in/known-email.ts'
import { Address } from './address.tsx'

type Props = { email: string; token: string; hasAccount: boolean }

/** Nobody is signed in: leads to signing in to the account with this e-mail, or to creating it, and back here. */
export function WayIn({ email, token, hasAccount }: Props) {
  const here = `/confirm-email?token=${encodeURIComponent(token)}`
  const back = `?next=${encodeURIComponent(here)}`
  const state: KnownEmail = { email }
  const address = <Address email={email} />
  if (hasAccount) {
    return (
      <>
        <p>Please log in to the account of {address}. That confirms the address.</p>
        <p className="mt-3 text-sm text-muted">
          Not your account, or don’t know its password? Choose Forgotten Password there: we e-mail a link to
          this address, and anyone else signed in is signed out.
        </p>
        <Link to={`/login${back}`} state={state} className="btn btn-primary mt-6">
          Login
        </Link>
      </>
    )
  }
  return (
    <>
      <p>
        There is no account with {address} yet. Sign up with it: what you have ordered is then under My
        Orders, ready to pay.
      </p>
      <Link to={`/signup${back}`} state={state} className="btn btn-primary mt-6">
        Sign Up
      </Link>
    </>
  )
}
