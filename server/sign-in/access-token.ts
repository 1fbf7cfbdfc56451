import { type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import { createBoundedCache } from '../bounded-cache.ts'

const ISSUER = 'clamshell'
const AUDIENCE = 'clamshell-api'
const MINUTES = 10
/** The clocks of two machines differ a little: a token issued by one may seem to come from the future on the other. */
const CLOCK_SECONDS = 5
/** The cache of verified tokens: enough for about two thousand. */
const MOST_BYTES = 2 * 1024 * 1024
/** The memory of a cached token beside its text, roughly. */
const CLAIMS_BYTES = 500
const HEADER = { alg: 'HS256', typ: 'at+jwt' } as const satisfies JWTHeaderParameters

type TokenClaims = { userId: string; sessionId: string }
/** Times are in seconds since 1970, as in the token. */
type ProvenToken = { claims: TokenClaims; iat: number; exp: number }
export type AccessTokens = {
  /** A bearer token for ten minutes, bound to one person and one of their sessions. */
  issue(claims: TokenClaims, now: Date): Promise<string>
  /** The claims of a token, or undefined if it is not one of ours, or has expired. */
  read(token: string, now: Date): Promise<TokenClaims | undefined>
}

/**
 * Access tokens: one algorithm; issuer, audience, type and time are checked, and only exactly the form that is issued
 * here is accepted. Ending the session revokes them.
 */
export function createAccessTokens(secret: string): AccessTokens {
  const key = new TextEncoder().encode(`access-token ${secret}`)
  /**
   * A signature is verified once, because that waits for one of the threads that also hash passwords and compress
   * pages.
   */
  const proven = createBoundedCache<ProvenToken>({ mostBytes: MOST_BYTES })
  return {
    issue: ({ userId, sessionId }, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader(HEADER)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(seconds(now) - CLOCK_SECONDS)
        .setExpirationTime(seconds(now) + MINUTES * 60)
        .sign(key),
    async read(token, now) {
      const known = proven.get(token)
      if (known && known.iat <= seconds(now) && seconds(now) < known.exp) return known.claims
      const found = await prove(token, key, now)
      if (found) proven.set(token, found, CLAIMS_BYTES + token.length)
      return found?.claims
    },
  }
}

async function prove(token: string, key: Uint8Array, now: Date): Promise<ProvenToken | undefined> {
  if (!isCanonical(token)) return undefined
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: [HEADER.alg],
      typ: HEADER.typ,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      maxTokenAge: MINUTES * 60 + CLOCK_SECONDS,
      currentDate: now,
    })
    // Our own headers never name a key, so a token whose header does is not ours.
    if (Object.keys(protectedHeader).some((name) => !(name in HEADER))) return undefined
    const { sub, sid, iat = 0, exp = 0 } = payload
    if (Array.isArray(payload.aud) || typeof sid !== 'string' || !sub) return undefined
    return { claims: { userId: sub, sessionId: sid }, iat, exp }
  } catch {
    return undefined
  }
}

/**
 * Base64url can write the same bytes in several ways; only one of these is accepted as a token, so that a token can be
 * identified by its text.
 */
const isCanonical = (token: string) =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
