import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'

/** For how long a browser is known after signing in, in milliseconds. */
const KNOWN_MS = 90 * 24 * 60 * 60_000

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * Browsers that have signed in to an account before, told by a signed cookie of their own that outlives the sign-in
 * (OWASP's device cookie). Their tries are counted apart, so that a stranger who tries passwords does not keep the
 * owner out. It proves nothing else, and is good for one e-mail address: the last that signed in there.
 */
export function createKnownBrowsers(settings: { secret: string; clock: () => Date; secure: boolean }) {
  const { secret, clock, secure } = settings
  const name = secure ? '__Host-clamshell.known_browser' : 'clamshell.known_browser'
  const sign = (email: string, since: string) =>
    createHmac('sha256', secret).update(`known browser ${since} ${email}`).digest('base64url')

  return {
    /** Has the browser that gets this answer known as one of `email` from now on. */
    remember(answer: Response, email: string): Response {
      const since = String(clock().getTime())
      const cookie = serialize(name, `${since}.${sign(email, since)}`, {
        httpOnly: true,
        maxAge: KNOWN_MS / 1000,
        path: '/',
        sameSite: 'Lax',
        secure,
      })
      const headers = new Headers(answer.headers)
      headers.append('set-cookie', cookie)
      return new Response(answer.body, { status: answer.status, headers })
    },
    /** Whether the request comes from a browser that has signed in as `email` within 90 days. */
    knows(request: Request, email: string): boolean {
      const [since = '', proof = ''] =
        parse(request.headers.get('cookie') ?? '', name)[name]?.split('.') ?? []
      const age = clock().getTime() - Number(since)
      return age < KNOWN_MS && isSame(proof, sign(email, since))
    },
  }
}

function isSame(proof: string, expected: string): boolean {
  const [given, wanted] = [Buffer.from(proof), Buffer.from(expected)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
