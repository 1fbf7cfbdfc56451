import { hash } from 'node:crypto'

type Options = { nonce: string; realCards: boolean; development?: boolean }

const PAYMENT_PAGE = /^\/dashboard\/payment\//
/** A cache in front that is asked while it asks for the page anew may hand out the old one; a browser may not. */
const FOR_A_SECOND = 'public, max-age=0, s-maxage=1, must-revalidate, stale-while-revalidate=1'
/** Pages that are about a person: always asked for anew, although their HTML holds nobody's data. */
const PERSONAL_PAGE = /^\/(?:dashboard|login|signup)(?:[/.]|$)/

/** A page as it can be sent. */
export type PreparedPage = { status: number; headers: Headers; body: Buffer<ArrayBuffer> }

/**
 * Makes a rendered page fit to be sent: names the inline scripts that this program wrote by their hashes in
 * a strict content security policy, takes the nonce that marked them out of the HTML, and says how long the
 * page may be kept (a second; longer by nobody, but for the second in which a cache asks for it anew).
 */
export async function preparePage(page: Response, pathname: string, options: Options): Promise<PreparedPage> {
  const { status, headers } = page
  if (!headers.has('Cache-Control')) {
    const kept = status === 200 && !PERSONAL_PAGE.test(pathname)
    headers.set('Cache-Control', kept ? FOR_A_SECOND : 'no-cache')
  }
  if (!headers.get('Content-Type')?.startsWith('text/html'))
    return { status, headers, body: Buffer.from(await page.arrayBuffer()) }
  const marked = await page.text()
  const mark = ` nonce="${options.nonce}"`
  const named = { scripts: nameScripts(marked, mark), styles: nameStyles(marked) }
  headers.set('Content-Security-Policy', contentPolicy(named, pathname, options))
  // Not replaced in the text: each text of a whole page is 100 kB more for the garbage.
  const body = Buffer.concat(marked.split(mark).map((part) => Buffer.from(part)))
  return { status, headers, body }
}

/** The hashes of the marked inline scripts. */
function nameScripts(marked: string, mark: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of marked.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (script === '' || !attributes.includes(mark)) continue
    hashes.add(hashOf(script))
  }
  return [...hashes]
}

/** The hashes of the only style attributes that pages have: a colour in a picture's place until it is there. */
function nameStyles(html: string): string[] {
  const styles = [...html.matchAll(/ style="(background-color:#[0-9a-f]{6})"/g)].map(
    ([, style = '']) => style,
  )
  return [...new Set(styles)].map(hashOf)
}

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

type Named = { scripts: string[]; styles: string[] }

function contentPolicy(
  { scripts, styles }: Named,
  pathname: string,
  { realCards, development }: Options,
): string {
  const cards = realCards && PAYMENT_PAGE.test(pathname)
  const stripe = (...hosts: string[]) => (cards ? hosts.map((host) => `https://${host}`) : [])
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...stripe('js.stripe.com', '*.js.stripe.com')],
    // Vite puts styles into the page while developing; the built pages have none inline.
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
    'style-src-attr': styles.length > 0 ? ["'unsafe-hashes'", ...styles] : ["'none'"],
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
