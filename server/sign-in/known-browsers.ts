import { createHmac, randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { isSameSecret } from '../same-secret.ts'

/** For how long a browser is known after signing in, in milliseconds. */
const KNOWN_MS = 90 * 24 * 60 * 60_000

/** Whose browser: an account, and the hash of its password, since a browser is known no longer than that. */
type Account = { email: string; hash: string | null | undefined }
type ReadHash = (email: string) => Promise<string | null | undefined>
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * Browsers that have signed in to an account before, told by a signed cookie of their own that outlives the sign-in
 * (OWASP's device cookie). Their tries are counted apart, each browser's by itself, so that a stranger who tries
 * passwords does not keep the owner out. It proves nothing else, and holds the account that signed in there last.
 */
export function createKnownBrowsers(settings: { secret: string; clock: () => Date; secure: boolean }) {
  const { secret, clock, secure } = settings
  const name = secure ? '__Host-clamshell.known_browser' : 'clamshell.known_browser'
  const sign = ({ email, hash }: Account, id: string, since: string) =>
    createHmac('sha256', secret).update(`known browser ${id} ${since} ${hash} ${email}`).digest('base64url')

  return {
    /** Has the browser that gets this answer known as one of the account's from now on. */
    remember(answer: Response, account: Account): Response {
      const [id, since] = [randomBytes(12).toString('base64url'), String(clock().getTime())]
      const cookie = serialize(name, `${id}.${since}.${sign(account, id, since)}`, {
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
    /**
     * The id of the browser if it has signed in to the account within 90 days, by the password of today. `readHash` is
     * asked for that only where there is a cookie: who floods has none, and costs no reading.
     */
    async find(request: Request, email: string, readHash: ReadHash): Promise<string | undefined> {
      const cookie = parse(request.headers.get('cookie') ?? '', name)[name]
      const [id = '', since = '', proof = ''] = cookie?.split('.') ?? []
      if (!(clock().getTime() - Number(since) < KNOWN_MS)) return undefined
      const hash = await readHash(email)
      return hash && isSameSecret(proof, sign({ email, hash }, id, since)) ? id : undefined
    },
  }
}
