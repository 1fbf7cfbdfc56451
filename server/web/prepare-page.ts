import { hash } from 'node:crypto'
import { joinBytes } from '../http/join-bytes.ts'
import { segmentsOf } from '../http/request-target.ts'

type Options = { nonce: string; realCards: boolean; development?: boolean }

/** A shared cache may serve the old page while it requests the new one; a browser may not. */
const FOR_A_SECOND = 'public, max-age=0, s-maxage=1, must-revalidate, stale-while-revalidate=1'
/** Pages that are about a person: always requested again, although their HTML holds nobody's data. */
const PERSONAL = new Set(['dashboard', 'login', 'signup'])
/** As for the calls, when the database cannot be reached: in seconds. */
const TRY_AGAIN_AFTER = '5'
/** The targets of mailed links: cached under its whole address, such a page would keep the link's token. */
const MAILED = new Set(['reset-password', 'confirm-email'])

/** A page as it can be sent. */
export type PreparedPage = { status: number; headers: Headers; body: Buffer<ArrayBuffer> }

/**
 * Prepares a rendered page for sending: lists the hashes of the inline scripts that this program wrote in a strict
 * content security policy, removes the nonce that marked them from the HTML, and says how long the page may be cached
 * (for a second, and by a shared cache also while it requests the page again).
 */
export async function preparePage(page: Response, pathname: string, options: Options): Promise<PreparedPage> {
  const { status, headers } = page
  const place = segmentsOf(pathname)
  // React Router fetches the data of a page from the page's path with an ending.
  const name = place[0]?.replace(/\.data$/, '') ?? ''
  const word = status === 200 && !PERSONAL.has(name) ? FOR_A_SECOND : 'no-cache'
  headers.set('Cache-Control', MAILED.has(name) ? 'no-store' : word)
  // Search engines come back then, and keep the page meanwhile.
  if (status === 503) headers.set('Retry-After', TRY_AGAIN_AFTER)
  if (!headers.get('Content-Type')?.startsWith('text/html'))
    return { status, headers, body: Buffer.from(await page.arrayBuffer()) }
  const parts = (await page.text()).split(` nonce="${options.nonce}"`)
  headers.set('Content-Security-Policy', contentPolicy(nameScripts(parts), place, options))
  return { status, headers, body: joinBytes(parts) }
}

/** The hashes of the marked inline scripts, in a page that is split at the marks. */
function nameScripts(parts: string[]): string[] {
  const hashes = new Set<string>()
  for (const [at, part] of parts.slice(1).entries()) {
    const before = parts[at] ?? ''
    const script = part.slice(part.indexOf('>') + 1, part.indexOf('</script>'))
    if (before.startsWith('<script', before.lastIndexOf('<')) && script !== '') hashes.add(hashOf(script))
  }
  return [...hashes]
}

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

function contentPolicy(scripts: string[], place: string[], { realCards, development }: Options): string {
  const cards = realCards && place[0] === 'dashboard' && place[1] === 'payment'
  const stripe = (...hosts: string[]) => (cards ? hosts.map((host) => `https://${host}`) : [])
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...stripe('js.stripe.com', '*.js.stripe.com')],
    // Vite inlines styles in development; the built pages have none inline.
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'data:', 'blob:', ...stripe('*.stripe.com')],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(development ? ['ws:'] : []), ...stripe('api.stripe.com')],
    ...(cards && { 'frame-src': stripe('js.stripe.com', '*.js.stripe.com', 'hooks.stripe.com') }),
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}
