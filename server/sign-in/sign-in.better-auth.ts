import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import type pg from 'pg'
import type { Logger } from 'pino'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/ids.ts'
import { accounts, sessions, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { methodNotAllowed } from '../http/methods.ts'
import { requireJson } from '../http/readable-input.ts'
import { noteUser } from '../http/request-context.ts'
import { pathOf } from '../http/request-target.ts'
import type { Jobs } from '../jobs.ts'
import { withoutValues } from '../log.ts'
import type { GoogleProvider } from '../outside/google.ts'
import { notFound, Problem } from '../problems.ts'
import { accountCalls } from './account-calls.ts'
import { rememberFailures } from './database-failures.ts'
import { googleCalls } from './google-calls.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { withShortUserAgent } from './limit-sessions.ts'
import { giveHash, verifyPassword } from './passwords.ts'
import { withBody } from './read-input.ts'
import { requireSameOrigin } from './require-same-origin.ts'
import { serviceUsers } from './service-users.ts'
import { aliveAt } from './sessions.queries.ts'
import type { ServiceCalls, Session, SignIn } from './sign-in.ts'
import { signInByPassword } from './sign-in-by-password.ts'
import { signUp } from './sign-up.ts'
import { withoutSessionToken } from './without-session-token.ts'

type Deps = { pool: pg.Pool; db: Db; jobs: Jobs; clock: () => Date; log: Logger }
type Settings = {
  publicUrl: string
  origins: string[]
  secret: string
  /** Without it there is no Google sign-in. */
  google?: GoogleProvider | undefined
}

const DAY = 24 * 60 * 60

/** The embedded sign-in service: better-auth over the shop's own tables; only the calls listed here reach it. */
export function createBetterAuthSignIn(deps: Deps, { publicUrl, origins, secret, google }: Settings): SignIn {
  const { db, clock, log } = deps
  const secure = publicUrl.startsWith('https:')
  const service = rememberFailures(deps.pool)
  const ours = { ...deps, publicUrl, browsers: createKnownBrowsers({ secret, clock, secure }) }
  const options = {
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    trustedOrigins: origins,
    database: drizzleAdapter(service.db, {
      provider: 'pg',
      // An account is created with its password and its first session, or not at all.
      transaction: true,
      schema: { user: serviceUsers, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      // The contract limits the length of a password, in characters and not in UTF-16 units.
      minPasswordLength: 1,
      maxPasswordLength: 256,
      password: { hash: giveHash, verify: verifyPassword },
    },
    session: { expiresIn: 7 * DAY, updateAge: DAY, cookieCache: { enabled: false } },
    databaseHooks: { session: { create: { before: async (session) => withShortUserAgent(session) } } },
    // Failures are counted in sign-in-limits.ts: success must not use up anybody's tries.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, cause) => {
        if (OF_VISITORS.has(message)) log.info({ event: 'google-refused' }, message)
        else
          log.error(
            { event: 'sign-in-service', ...toldOf(cause) },
            withoutValues(message) || 'the sign-in service has failed',
          )
      },
    },
    // By default it writes errors to the console, with the values of the query that failed.
    onAPIError: { throw: true },
    advanced: {
      // The origin is checked in handle(), for programs without a browser too.
      disableCSRFCheck: true,
      cookiePrefix: secure ? '__Host-clamshell' : 'clamshell',
      useSecureCookies: false,
      defaultCookieAttributes: { secure, sameSite: 'lax', httpOnly: true, path: '/' },
      // A sign-in with Google may take ten minutes. Somebody who comes back later, and starts again, shall still end up
      // where they were going, which this cookie holds.
      cookies: { oauth_state: { attributes: { maxAge: DAY } } },
      database: { generateId: () => newId(clock()) },
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions
  const auth = betterAuth(options)
  const ask = (request: Request) => service.whole(() => auth.handler(request))

  /** The calls that are let through, each with its allowed input. Nothing else of the service can be reached. */
  const calls: ServiceCalls = {
    'POST /auth/sign-up/email': async (request, address) =>
      withoutSessionToken(await signUp(ours, request, address, ask)),
    'POST /auth/sign-in/email': async (request, address) =>
      withoutSessionToken(await signInByPassword(ours, request, address, ask)),
    'POST /auth/sign-out': async (request) => {
      const session = await findSession(request)
      const { ok, headers } = await ask(withBody(request, {}))
      if (!ok) throw new Problem('unexpected', 'Signing out failed. Please try again.')
      if (session) {
        const { userId } = session
        await recordAudit(db, { action: 'signed-out', at: clock(), actor: userId, subject: userId })
      }
      for (const name of ['content-type', 'content-length']) headers.delete(name)
      return new Response(null, { status: 204, headers })
    },
    'GET /auth/get-session': async (request) => {
      // Not by the handler, which sets up all its routes again for each request: every page of somebody signed in makes
      // this call.
      const asked = { headers: request.headers, returnHeaders: true as const }
      const { headers, response } = await service.whole(() => auth.api.getSession(asked))
      if (response && isOver(response.session.createdAt)) return Response.json(null)
      return withoutSessionToken(Response.json(response, { headers }))
    },
    ...accountCalls(ours, findSession),
    ...(google && googleCalls(deps, { google, options, origins, publicUrl })),
  }

  async function findSession(request: Request): Promise<Session | undefined> {
    // Once a day the service extends a session and its cookie. Only get-session can send the extended cookie: if this
    // call extended the session, the browser would still drop the cookie after seven days.
    const asked = { headers: request.headers, query: { disableRefresh: true } }
    const found = await service.whole(() => auth.api.getSession(asked))
    if (!found) return undefined
    if (isOver(found.session.createdAt)) return undefined
    noteUser(found.user.id)
    return { id: found.session.id, userId: found.user.id, email: found.user.email }
  }

  const isOver = (began: Date) => {
    const { eldest, latest } = aliveAt(clock())
    return began <= eldest || began > latest
  }

  return {
    findSession,
    async handle(request, address) {
      const pathname = pathOf(request)
      const allowed = methodsOf(calls, pathname)
      if (allowed.length === 0) throw notFound('call')
      // A HEAD request gets no body from the server; the service itself does not know HEAD.
      const asked = request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request
      const call = calls[`${asked.method} ${pathname}`]
      if (!call || !allowed.includes(request.method)) return methodNotAllowed(request.method, allowed)
      if (asked.method !== 'GET') {
        requireSameOrigin(request, origins)
        const type = request.headers.get('content-type')
        if (type !== null) requireJson(type)
      }
      const response = await call(asked, address)
      const headers = new Headers(response.headers)
      headers.set('cache-control', 'no-store')
      return new Response(response.body, { status: response.status, headers })
    },
  }
}

/**
 * What the service logs as errors although a callback from Google was only made up or late: anybody can cause them, as
 * often as they like.
 */
const OF_VISITORS = new Set(['State not found', 'Failed to parse state', 'OAuth issuer mismatch'])

/**
 * What is logged of the values that the service passes beside its message: an error, or only the status of an answer to
 * somebody.
 */
function toldOf(cause: unknown) {
  if (cause instanceof Error) return { err: cause }
  const { status } = Object(cause)
  return typeof status === 'number' ? { status } : {}
}

/**
 * The methods of a path. The callback from Google signs in, so a HEAD request to it is no mere read and not allowed.
 */
function methodsOf(calls: ServiceCalls, path: string): string[] {
  const methods = ['GET', 'POST'].filter((method) => calls[`${method} ${path}`])
  return methods.includes('GET') && !path.startsWith('/auth/callback/') ? [...methods, 'HEAD'] : methods
}
