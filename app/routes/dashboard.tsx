import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { loginPath } from '#contract/site-path.ts'
import { useSession } from '../session.ts'
import { DashboardNav, NavSkeleton } from '../ui/dashboard-nav.tsx'
import { SessionFailed } from '../ui/session-failed.tsx'
import type { Route } from './+types/dashboard'
import { SignedOut } from './dashboard/signed-out.tsx'
import { UnconfirmedNote } from './dashboard/unconfirmed-note.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Clamshell' }]

/** The personal pages: a drawer beside them, and nobody in them who is not signed in. */
export default function Dashboard() {
  const session = useSession()
  const { pathname, search } = useLocation()
  /** Whether somebody may have been signed in when this was opened. */
  const [wasOpen] = useState(session.status !== 'none')
  if (session.status === 'none') {
    if (wasOpen && session.left) return <SignedOut />
    return <Navigate to={loginPath(pathname + search)} replace />
  }
  return (
    // At least the screen's height: what comes in late does not push the footer down before anyone's eyes.
    <div className="column grid min-h-dvh gap-10 py-8 print:block print:min-h-0 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-12">
      <aside className="hidden border-r border-line pr-6 lg:block">
        {session.status === 'loading' ? (
          <NavSkeleton />
        ) : (
          <DashboardNav session={session} label="Dashboard" />
        )}
      </aside>
      <div id="page" tabIndex={-1} className="outline-none">
        {session.status === 'signed-in' && <UnconfirmedNote user={session.user} />}
        {session.status === 'signed-in' && <Outlet context={session.user} />}
        {session.status === 'failed' && (
          <>
            <h1 className="mb-6 text-xl">Dashboard</h1>
            <SessionFailed />
          </>
        )}
        {session.status === 'loading' && (
          <div role="status" className="grid gap-4">
            <span className="sr-only">Loading your dashboard</span>
            <div className="skeleton h-9 w-56" />
            <div className="skeleton h-40 rounded-2xl" />
            <noscript>
              <p className="text-muted">
                Your dashboard needs JavaScript. Please switch it on, then load the page again.
              </p>
            </noscript>
          </div>
        )}
      </div>
    </div>
  )
}
