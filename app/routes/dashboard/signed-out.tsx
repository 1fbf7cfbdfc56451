import { useEffect } from 'react'
import { Link } from 'react-router'
import { focusHeading } from '../../row-place.ts'

/** Replaces a personal page after signing out there, until the next page is loaded. */
export function SignedOut() {
  useEffect(focusHeading, [])
  return (
    <section className="column section grid justify-items-center text-center">
      <h1 className="text-xl">You are signed out.</h1>
      <Link to="/" className="btn btn-primary mt-8">
        Back to Homepage
      </Link>
    </section>
  )
}
