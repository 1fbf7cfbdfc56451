import { createHmac, randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { isSameSecret } from '../same-secret.ts'

/** For how long a browser is remembered after signing in, in milliseconds. */
const KNOWN_MS = 90 * 24 * 60 * 60_000

/** An account, and the hash of its password: when the password changes, the browser is no longer known. */
type Account = { email: string; hash: string | null | undefined }
type ReadHash = (email: string) => Promise<string | null | undefined>
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * Recognises browsers that have signed in to an account before, by a signed cookie that outlives the session (OWASP's
 * device cookie). The tries of each known browser are counted separately, so that a stranger who tries passwords does
 * not lock the owner out. The cookie proves nothing else, and holds only the account that last signed in there.
 */
export function createKnownBrowsers(settings: { secret: string; clock: () => Date; secure: boolean }) {
  const { secret, clock, secure } = settings
  const name = secure ? '__Host-clamshell.known_browser' : 'clamshell.known_browser'
  const sign = ({ email, hash }: Account, id: string, since: string) =>
    createHmac('sha256', secret).update(`known browser ${id} ${since} ${hash} ${email}`).digest('base64url')

  return {
    /** Makes the browser that gets this answer one of the account's known ones. */
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
     * The id of the browser if it has signed in to the account within 90 days, with the current password. `readHash` is
     * called only if there is a cookie: a flood comes without one, and causes no query.
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
