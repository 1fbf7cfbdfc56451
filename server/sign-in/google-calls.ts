import type { BetterAuthOptions } from 'better-auth'
import type pg from 'pg'
import type { Logger } from 'pino'
import { GoogleStart } from '#contract/sign-in.ts'
import type { Db } from '../database/with-transaction.ts'
import type { GoogleProvider } from '../outside/google.ts'
import { Problem } from '../problems.ts'
import { withTimeout } from '../with-timeout.ts'
import { readInput, withBody } from './read-input.ts'
import type { ServiceCalls } from './sign-in.ts'
import { takeGoogleTry } from './sign-in-limits.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date; log: Logger }
type Settings = { google: GoogleProvider; options: BetterAuthOptions; origins: string[]; publicUrl: string }
type Handler = (request: Request) => Promise<Response>

/** How long Google may take to answer, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * The two calls of a Google sign-in: its start, which answers where to go, and the callback, which always ends at
 * `/login?google=…`: `done`, `cancelled`, or `failed` with a `reason`. The server decides where the browser goes;
 * `next`, a path of ours, is all that a page may ask for.
 */
export function googleCalls(deps: Deps, { google, options, origins, publicUrl }: Settings): ServiceCalls {
  const opened = new Map<string, Promise<Handler>>()

  /** The sign-in service for one origin, loaded for the first sign-in, and again after Google could not be reached. */
  async function open(origin: string): Promise<Handler> {
    const opening =
      opened.get(origin) ??
      import('./google.better-auth.ts').then(({ openGoogle }) => openGoogle(deps, google, options, origin))
    opened.set(origin, opening)
    const handler = await withTimeout(opening, TIMEOUT_MS).catch((err: unknown) => {
      deps.log.error({ event: 'google-failed', err }, 'sign-in with Google could not be set up')
      return undefined
    })
    if (handler) return handler
    // Not a newer one: another sign-in that waited for this one may have ended before.
    if (opened.get(origin) === opening) opened.delete(origin)
    throw new Problem(
      'google-unavailable',
      'Google cannot be reached right now. Please try again in a moment.',
    )
  }

  /** Cookies belong to the host name by which the visitor came, so the callback goes to the same name. */
  function originOf(request: Request): string {
    const { origin } = new URL(request.url)
    return origins.includes(origin) ? origin : publicUrl
  }

  return {
    'POST /auth/sign-in/social': async (request) => {
      const { provider, next } = await readInput(request, GoogleStart)
      const origin = originOf(request)
      const handler = await open(origin)
      const backWith = (google: string) =>
        `${origin}/login?${new URLSearchParams({ google, ...(next && { next }) })}`
      return handler(
        withBody(request, {
          provider,
          callbackURL: backWith('done'),
          errorCallbackURL: backWith('failed'),
          disableRedirect: true,
        }),
      )
    },

    'GET /auth/callback/google': async (request, address) => {
      const origin = originOf(request)
      // Any page can make its visitors call this: without the cookie that a start sets, nothing is looked up, counted
      // or logged.
      if (!hasStateCookie(request))
        return leadBack(origin, Response.redirect(`${origin}/login?error=state_not_found`))
      try {
        const handler = await open(origin)
        const giveBack = await takeGoogleTry(deps.db, address, deps.clock())
        const work = handler(request).catch(async (error: unknown) => {
          await giveBack()
          throw error
        })
        const answer = await withTimeout(work, TIMEOUT_MS)
        if (readOutcome(origin, answer).reason === 'unavailable')
          deps.log.error({ event: 'google-failed' }, 'a Google sign-in could not be finished')
        else await giveBack()
        return leadBack(origin, answer)
      } catch (err) {
        if (err instanceof Problem && err.code === 'too-many-requests')
          return leadBack(origin, Response.redirect(`${origin}/login?error=limited`))
        deps.log.error({ event: 'google-failed', err }, 'a Google sign-in could not be finished')
        return leadBack(origin, Response.redirect(`${origin}/login?error=unavailable`))
      }
    },
  }
}

/** Whether the browser has started a sign-in with Google, by the service's cookie, with any prefix to its name. */
const hasStateCookie = (request: Request) =>
  /(^|[;\s.])oauth_state=/.test(request.headers.get('cookie') ?? '')

/** The reasons that people are shown for the service's errors. Every other error is `failed` without a reason. */
const REASONS = new Map([
  ['email_not_verified', 'unverified'],
  ['email_not_found', 'unverified'],
  ['state_mismatch', 'expired'],
  ['state_not_found', 'expired'],
  ['state_invalid', 'expired'],
  ['invalid_code', 'unavailable'],
  ['limited', 'limited'],
  ['unavailable', 'unavailable'],
])

/** The outcome of the service's answer, in our own terms: of the address that it redirects to only `next` is used. */
function readOutcome(origin: string, answer: Response) {
  const asked = new URL(answer.headers.get('location') ?? '/login?google=failed', origin).searchParams
  const error = asked.get('error') ?? (asked.get('google') === 'done' ? undefined : 'unknown')
  const google = error === undefined ? 'done' : error === 'access_denied' ? 'cancelled' : 'failed'
  return { google, reason: error && REASONS.get(error), next: asked.get('next') }
}

/** The service's answer with its cookies, but redirecting to the sign-in page. */
function leadBack(origin: string, answer: Response): Response {
  const { google, reason, next } = readOutcome(origin, answer)
  const headers = new Headers(answer.headers)
  const outcome = new URLSearchParams({ google, ...(reason && { reason }), ...(next && { next }) })
  headers.set('location', `${origin}/login?${outcome}`)
  headers.delete('content-length')
  return new Response(null, { status: 302, headers })
}
