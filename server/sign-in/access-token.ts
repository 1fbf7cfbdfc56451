import { jwtVerify, SignJWT } from 'jose'

const ISSUER = 'clamshell'
const AUDIENCE = 'clamshell-api'
const MINUTES = 10

export type TokenClaims = { userId: string; sessionId: string }
export type AccessTokens = {
  /** A bearer for ten minutes, bound to one person and one of their sessions. */
  issue(claims: TokenClaims, now: Date): Promise<string>
  /** Whom a token names, or undefined where it is not one of ours, or its time is over. */
  read(token: string, now: Date): Promise<TokenClaims | undefined>
}

/** Access tokens: one algorithm, and issuer, audience, type and time checked. Revocation is the session's end. */
export function createAccessTokens(secret: string): AccessTokens {
  const key = new TextEncoder().encode(`access-token ${secret}`)
  return {
    issue: ({ userId, sessionId }, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + MINUTES * 60)
        .sign(key),
    async read(token, now) {
      if (token.length > 2_000) return undefined
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'sid', 'iat', 'exp'],
          maxTokenAge: MINUTES * 60,
          currentDate: now,
        })
        if (Array.isArray(payload.aud) || typeof payload.sid !== 'string' || !payload.sub) return undefined
        return { userId: payload.sub, sessionId: payload.sid }
      } catch {
        return undefined
      }
    },
  }
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
