import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { BetterAuthOptions } from 'better-auth/minimal'
import type { Logger } from 'pino'
import { newId } from '../database/ids.ts'
import { accounts, sessions, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { withoutValues } from '../log.ts'
import { giveHash, verifyPassword } from './passwords.ts'
import { serviceUsers } from './service-users.ts'

type Deps = { db: Db; clock: () => Date; log: Logger }
type Settings = { publicUrl: string; origins: string[]; secret: string; secure: boolean }

const DAY = 24 * 60 * 60
/** The most characters of a user agent that are stored: several times what identifies the browser. */
const LONGEST_USER_AGENT = 500

/**
 * better-auth's options, for passwords and for Google: its tables are the shop's own, and what the shop does itself
 * (limits, the check of the origin, ids, hashes) is turned off or replaced. `secure`: whether cookies are for https
 * alone.
 */
export function betterAuthOptions(
  { db, clock, log }: Deps,
  { publicUrl, origins, secret, secure }: Settings,
) {
  return {
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    trustedOrigins: origins,
    database: drizzleAdapter(db, {
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
}

/** A session as it is stored: the user agent header may be as long as the server allows. */
export const withShortUserAgent = ({ userAgent }: { userAgent?: string | null | undefined }) => ({
  data: { userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) },
})

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
