import { betterAuth } from 'better-auth/minimal'
import type pg from 'pg'
import type { Logger } from 'pino'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../database/with-transaction.ts'
import { methodNotAllowed } from '../http/methods.ts'
import { requireJson } from '../http/readable-input.ts'
import { noteUser } from '../http/request-context.ts'
import { pathOf } from '../http/request-target.ts'
import type { Jobs } from '../jobs.ts'
import type { GoogleProvider } from '../outside/google.ts'
import { notFound, Problem } from '../problems.ts'
import { accountCalls } from './account-calls.ts'
import { rememberFailures } from './database-failures.ts'
import { googleCalls } from './google-calls.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { betterAuthOptions } from './options.better-auth.ts'
import { withBody } from './read-input.ts'
import { requireSameOrigin } from './require-same-origin.ts'
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

/** The embedded sign-in service: better-auth over the shop's own tables; only the calls listed here reach it. */
export function createBetterAuthSignIn(deps: Deps, { publicUrl, origins, secret, google }: Settings): SignIn {
  const { db, clock, log } = deps
  const secure = publicUrl.startsWith('https:')
  const service = rememberFailures(deps.pool)
  const ours = { ...deps, publicUrl, browsers: createKnownBrowsers({ secret, clock, secure }) }
  const options = betterAuthOptions({ db: service.db, clock, log }, { publicUrl, origins, secret, secure })
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
 * The methods of a path. The callback from Google signs in, so a HEAD request to it is no mere read and not allowed.
 */
function methodsOf(calls: ServiceCalls, path: string): string[] {
  const methods = ['GET', 'POST'].filter((method) => calls[`${method} ${path}`])
  return methods.includes('GET') && !path.startsWith('/auth/callback/') ? [...methods, 'HEAD'] : methods
}
