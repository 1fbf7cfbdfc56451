import { type ReactNode, use, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { loginPath } from '#contract/site-path.ts'
import { useToastAfterReload } from '../account/use-toast-after-reload.ts'
import { TableSkeleton } from '../dashboard/data-table.tsx'
import { HEIGHT_SCRIPT, useHeightRestoration, usePreviousHeight } from '../dashboard/page-height.ts'
import { Redirect } from '../dashboard/redirect.tsx'
import { useNewHeadingFocus } from '../dashboard/use-new-heading-focus.ts'
import { NonceContext } from '../pages-context.ts'
import { userOf, useSession } from '../session/session.ts'
import { SessionFailed } from '../session/session-failed.tsx'
import { DashboardNav, NavSkeleton } from '../shell/dashboard-nav.tsx'
import { useHydrated } from '../use-hydrated.ts'
import type { Route } from './+types/dashboard'
import { SignedOut } from './dashboard/signed-out.tsx'
import { UnconfirmedNote } from './dashboard/unconfirmed-note.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Clamshell' }]

/** The personal pages, with a drawer beside them; only for people who are signed in. */
export default function Dashboard() {
  useToastAfterReload()
  const session = useSession()
  const user = userOf(session)
  const { pathname, search } = useLocation()
  const height = usePreviousHeight()
  /** Whether somebody may have been signed in when this was opened. */
  const [wasOpen] = useState(session.status !== 'none')
  if (session.status === 'none') {
    if (wasOpen && session.left) return <SignedOut />
    return <Redirect to={loginPath(pathname + search)} />
  }
  return (
    // At least as high as the screen, so that content that is loaded late does not push the visible footer down.
    <div className="column grid min-h-dvh gap-10 py-10 print:block print:min-h-0 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-12">
      <aside className="hidden border-r border-line pr-6 lg:block">
        {session.status === 'loading' ? <NavSkeleton /> : <DashboardNav user={user} label="Dashboard" />}
      </aside>
      <Page key={pathname}>
        {user && <UnconfirmedNote user={user} />}
        {user && <Outlet context={user} />}
        {session.status === 'failed' && (
          <>
            <h1 className="mb-6 text-xl">Dashboard</h1>
            <SessionFailed />
          </>
        )}
        {session.status === 'loading' && (
          <>
            <div className="skeleton mb-6 h-8 w-56" />
            <TableSkeleton label="Loading your dashboard" height={height} />
            <noscript>
              <p className="mt-6 text-muted">
                Your dashboard needs JavaScript. Please switch it on, then load the page again.
              </p>
            </noscript>
          </>
        )}
      </Page>
    </div>
  )
}

/**
 * The content beside the drawer. Each page of the dashboard has its own, so that it is still mounted when the page is
 * left.
 */
function Page({ children }: { children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  const nonce = use(NonceContext)
  const isHydrated = useHydrated()
  useHeightRestoration(page)
  useNewHeadingFocus(page)
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a fieldset; the role lets it have the page's title as its label
    <div ref={page} id="page" role="group" tabIndex={-1} className="outline-none" suppressHydrationWarning>
      {!isHydrated && (
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
          dangerouslySetInnerHTML={{ __html: HEIGHT_SCRIPT }}
        />
      )}
      {children}
    </div>
  )
}
