import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { decodeJwt } from 'jose'
import type pg from 'pg'
import type { AuditAction } from '#contract/audit.ts'
import { Email, Name } from '#contract/fields.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../database/with-transaction.ts'
import type { GoogleProvider } from '../outside/google.ts'
import { proveEmail } from '../users/prove-email.ts'
import { findPerson } from '../users/users.queries.ts'
import { endSurplusSessions } from './end-surplus-sessions.ts'
import { endUnprovenAccess } from './end-unproven-access.ts'
import { withShortUserAgent } from './options.better-auth.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date }
type Handler = (request: Request) => Promise<Response>

/**
 * The sign-in service with Google for people who came by one of the shop's origins: code flow with PKCE, state and
 * nonce, id token verified with Google's keys. Rejects while Google cannot be reached. An account is identified by
 * issuer and subject. Somebody new gets Google's name and no picture, and so does an account that nobody has proven; no
 * other account's name, role or verification changes; Google's tokens are not stored.
 */
export async function openGoogle(
  deps: Deps,
  provider: GoogleProvider,
  options: BetterAuthOptions,
  origin: string,
): Promise<Handler> {
  const { discoveryUrl, choosePath } = await provider.open()
  const auth = betterAuth({
    ...options,
    baseURL: origin,
    // No call with a password leads here; if one did by mistake, no password could be tried without sign-in-limits.ts.
    emailAndPassword: { enabled: false },
    account: {
      // In an encrypted cookie: a visitor who never comes back leaves nothing behind.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // Unproven accounts are handled below, before they are linked.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
    },
    user: {
      async validateUserInfo({ user, source }) {
        if (user.emailVerified !== true) return { error: 'email_not_verified' }
        if (source.action !== 'link-account') return
        if (!user.id || !user.name) return { error: 'nobody_named' }
        await endUnprovenAccess(deps, { userId: user.id, name: user.name })
      },
    },
    databaseHooks: {
      user: { create: { after: ({ id }) => note(deps, 'signed-up', id) } },
      account: {
        create: {
          before: async () => ({ data: NO_TOKENS }),
          after: ({ userId }) => note(deps, 'google-linked', userId),
        },
      },
      session: {
        create: {
          before: async (session) => {
            await proveIfVerified(deps, session.userId)
            return withShortUserAgent(session)
          },
          after: async (session) => {
            await note(deps, 'signed-in', session.userId)
            await endSurplusSessions(deps.db, session)
          },
        },
      },
    },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: 'google',
            clientId: provider.clientId,
            clientSecret: provider.clientSecret,
            discoveryUrl,
            ...(choosePath && { authorizationUrl: `${origin}${choosePath}` }),
            requireIdTokenVerification: true,
            // By default, where there is no ID token, or none with subject and e-mail, the service asks Google's userinfo
            // endpoint instead, whose answer is neither signed nor bound to this sign-in by the nonce.
            getUserInfo: async ({ idToken }) => (idToken ? decodeJwt(idToken) : null),
            scopes: ['openid', 'email', 'profile'],
            prompt: 'select_account',
            accountSubject: ({ profile }) => {
              const subject = profile[provider.subjectClaim]
              // The service refuses an empty one.
              return typeof subject === 'string' && subject ? `${provider.issuer} ${subject}` : ''
            },
            mapProfileToUser: (profile) => {
              const email = Email.safeParse(profile.email).data
              return {
                email,
                emailVerified: profile.email_verified === true,
                name: Name.safeParse(profile.name).data ?? email?.split('@')[0]?.slice(0, 80),
                image: undefined,
              }
            },
          },
        ],
      }),
    ],
  })
  const { socialProviders } = await auth.$context
  const google = socialProviders.find(({ id }) => id === 'google')
  // The service takes over whatever Google tells, and fails only when it adds the parameters of a sign-in to it.
  const asked = await google?.createAuthorizationURL({ state: '', codeVerifier: '', redirectURI: origin })
  if (!asked || !/^https?:$/.test(asked.protocol))
    throw new Error('Google does not tell where its sign-in is.')
  return auth.handler
}

const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

/** The service does not write in a transaction of ours, so the audit trail is written right after it. */
async function note({ db, clock }: Deps, action: AuditAction, userId: string): Promise<void> {
  await recordAudit(db, { action, at: clock(), actor: userId, subject: userId, details: { by: 'google' } })
}

/** That Google has verified the e-mail proves it; an account whose e-mail has changed since keeps its own state. */
async function proveIfVerified(deps: Deps, userId: string): Promise<void> {
  const person = await findPerson(deps.db, userId)
  if (person?.emailVerified) await proveEmail(deps, userId)
}
