import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { UserType } from '#contract/choices.ts'
import { loginPath } from '#contract/site-path.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { type AnyResponse, BufferedResponse } from '../http/buffered-response.ts'
import { pathOf, segmentsOf, targetOf } from '../http/request-target.ts'
import type { SignIn } from '../sign-in/sign-in.ts'

type Fetch = (request: Request) => Promise<AnyResponse>
type Deps = { signIn: SignIn; db: Db; log: Logger }

/**
 * The pages of the dashboard that are a buyer's or a seller's alone. An admin's are not among them: there the
 * page itself says 'Sorry! You are not Admin!' and signs out (specification, 2, Guards).
 */
const PAGES_OF: Record<string, UserType> = {
  myorders: 'buyer',
  mywishlist: 'buyer',
  addproducts: 'seller',
  myproducts: 'seller',
  mybuyers: 'seller',
}

/**
 * Guards the pages: a document of the dashboard is sent to nobody without a live session (they are redirected to the
 * sign-in, and back from there), and a role's page to that role alone (others are redirected to /dashboard). These
 * answers depend on the cookie, so they must not be cached. Navigation within the dashboard requests no documents:
 * there the pages guard themselves, and every call its data.
 */
export function guardDashboard({ signIn, db, log }: Deps, pages: Fetch): Fetch {
  return async (request) => {
    const pathname = pathOf(request)
    const [, page = ''] = segmentsOf(pathname)
    if (!isDashboard(pathname) || pathname.endsWith('.data')) return pages(request)
    const role = await findRole(request)
    if (role === 'nobody') return redirect(loginPath(targetOf(request)))
    if (role !== 'unknown' && Object.hasOwn(PAGES_OF, page) && PAGES_OF[page] !== role)
      return redirect('/dashboard')
    const answer = await pages(request)
    if (answer instanceof BufferedResponse) return answer.with({ 'cache-control': 'no-store' })
    answer.headers.set('cache-control', 'no-store')
    return answer
  }

  /**
   * Without the database nobody can be identified, and the page is sent: it holds no data, and itself says what is
   * wrong.
   */
  async function findRole(request: Request): Promise<UserType | null | 'nobody' | 'unknown'> {
    try {
      const session = await signIn.findSession(request)
      if (!session) return 'nobody'
      const [user] = await db
        .select({ userType: users.userType })
        .from(users)
        .where(eq(users.id, session.userId))
      return user ? user.userType : 'nobody'
    } catch (err) {
      log.error({ event: 'guard-failed', err }, 'the session of a dashboard request could not be read')
      return 'unknown'
    }
  }
}

/** Whether a path leads into the dashboard, however it is written. */
export const isDashboard = (pathname: string): boolean =>
  MAY_BE_DASHBOARD.test(pathname) && segmentsOf(pathname)[0] === 'dashboard'

/** Rules out most paths cheaply; this is asked for every page that is ready. */
const MAY_BE_DASHBOARD = /^\/+[d%]/i

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })
