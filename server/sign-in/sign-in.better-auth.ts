import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Logger } from 'pino'
import { Credentials, NewAccount } from '#contract/sign-in.ts'
import { accounts, sessions, users, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newId } from '../ids.ts'
import { Problem } from '../problems.ts'
import { SESSION_DAYS } from './find-caller.ts'
import { hashPassword, passwordFault, verifyPassword } from './passwords.ts'
import { readInput, withBody } from './read-input.ts'
import type { SignIn } from './sign-in.ts'
import { countFailure, refuseAfterFailures } from './sign-in-limits.ts'

type Deps = { db: Db; clock: () => Date; log: Logger }
type Settings = { publicUrl: string; origins: string[]; secret: string }

/** The service's calls by method and path. */
export type Calls = Record<string, (request: Request, address: string) => Promise<Response>>

const DAY = 24 * 60 * 60

/** The embedded sign-in service: better-auth over the shop's own tables, its calls let through one by one. */
export function createBetterAuthSignIn(
  { db, clock, log }: Deps,
  { publicUrl, origins, secret }: Settings,
): SignIn {
  const secure = publicUrl.startsWith('https:')
  const auth = betterAuth({
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
  })

  /** What each call may carry; everything that is not named here is left behind, calls included. */
  const calls: Calls = {
    'POST /auth/sign-up/email': async (request) => {
      const input = await readInput(request, NewAccount)
      const fault = passwordFault(input.password, input)
      if (fault) throw new Problem('bad-input', fault, { errors: [{ pointer: '/password', message: fault }] })
      return auth.handler(withBody(request, input))
    },
    'POST /auth/sign-in/email': async (request, address) => {
      const input = await readInput(request, Credentials)
      await refuseAfterFailures(db, { email: input.email, address }, clock())
      const response = await auth.handler(withBody(request, input))
      if (response.status === 401) {
        await countFailure(db, { email: input.email, address }, clock())
        log.warn({ event: 'sign-in-failed', address }, 'a sign-in failed')
      }
      return response
    },
    'POST /auth/sign-out': async (request) => auth.handler(withBody(request, {})),
    'GET /auth/get-session': (request) => auth.handler(request),
  }

  return {
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
    async findSession(request) {
      const found = await auth.api.getSession({ headers: request.headers })
      if (!found) return undefined
      const oldest = clock().getTime() - SESSION_DAYS * DAY * 1000
      if (found.session.createdAt.getTime() < oldest) return undefined
      return { id: found.session.id, userId: found.user.id, email: found.user.email }
    },
  }
}
