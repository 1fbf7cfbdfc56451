import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type pg from 'pg'
import type { Logger } from 'pino'
import { accounts, sessions, users, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newId } from '../ids.ts'
import type { Jobs } from '../jobs.ts'
import type { GoogleProvider } from '../outside/google.ts'
import { Problem } from '../problems.ts'
import { accountCalls } from './account-calls.ts'
import { SESSION_DAYS } from './find-caller.ts'
import { googleCalls } from './google-calls.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { withBody } from './read-input.ts'
import type { Session, SignIn } from './sign-in.ts'
import { signInByPassword } from './sign-in-by-password.ts'
import { signUp } from './sign-up.ts'

type Deps = { pool: pg.Pool; db: Db; jobs: Jobs; clock: () => Date; log: Logger }
type Settings = {
  publicUrl: string
  origins: string[]
  secret: string
  /** Without it there is no Google sign-in. */
  google?: GoogleProvider | undefined
}

/** The service's calls by method and path. */
export type Calls = Record<string, (request: Request, address: string) => Promise<Response>>

const DAY = 24 * 60 * 60

/** The embedded sign-in service: better-auth over the shop's own tables, its calls let through one by one. */
export function createBetterAuthSignIn(deps: Deps, { publicUrl, origins, secret, google }: Settings): SignIn {
  const { db, clock, log } = deps
  const secure = publicUrl.startsWith('https:')
  const options = {
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    trustedOrigins: origins,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 7 * DAY, updateAge: DAY, cookieCache: { enabled: false } },
    // Failures are counted in sign-in-limits.ts: success must not use up anybody's tries.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ event: 'sign-in-service' }, message) },
    advanced: {
      // The origin is checked in handle(), for programs without a browser too.
      disableCSRFCheck: true,
      cookiePrefix: secure ? '__Host-clamshell' : 'clamshell',
      useSecureCookies: false,
      defaultCookieAttributes: { secure, sameSite: 'lax', httpOnly: true, path: '/' },
      database: { generateId: () => newId(clock()) },
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions
  const auth = betterAuth(options)

  /** What each call may carry; everything that is not named here is left behind, calls included. */
  const calls: Calls = {
    'POST /auth/sign-up/email': (request, address) =>
      signUp({ ...deps, publicUrl }, request, address, auth.handler),
    'POST /auth/sign-in/email': (request, address) => signInByPassword(deps, request, address, auth.handler),
    'POST /auth/sign-out': async (request) => auth.handler(withBody(request, {})),
    'GET /auth/get-session': (request) => auth.handler(request),
    ...accountCalls({ ...deps, publicUrl }, findSession),
    ...(google && googleCalls(deps, { google, options, origins, publicUrl })),
  }

  async function findSession(request: Request): Promise<Session | undefined> {
    const found = await auth.api.getSession({ headers: request.headers })
    if (!found) return undefined
    const oldest = clock().getTime() - SESSION_DAYS * DAY * 1000
    if (found.session.createdAt.getTime() < oldest) return undefined
    return { id: found.session.id, userId: found.user.id, email: found.user.email }
  }

  return {
    findSession,
    async handle(request, address) {
      const { pathname } = new URL(request.url)
      const call = calls[`${request.method} ${pathname}`]
      if (!call) throw new Problem('not-found', 'There is no such call.')
      const origin = request.headers.get('origin')
      if (request.method !== 'GET' && origin !== null && !origins.includes(origin))
        throw new Problem('foreign-origin', 'This call is made from the shop’s own pages only.')
      const response = await call(request, address)
      const headers = new Headers(response.headers)
      headers.set('cache-control', 'no-store')
      return new Response(response.body, { status: response.status, headers })
    },
  }
}
