import { createHash } from 'node:crypto'

type Options = { nonce: string; realCards: boolean; development?: boolean }

const PAYMENT_PAGE = /^\/dashboard\/payment\//
/** Pages that are about a person: always asked for anew, although their HTML holds nobody's data. */
const PERSONAL_PAGE = /^\/(?:dashboard|login|signup)(?:[/.]|$)/

/**
 * Makes a rendered page fit to be sent: names the inline scripts that this program wrote by their hashes in
 * a strict content security policy, takes the nonce that marked them out of the HTML, and says how long the
 * page may be kept (a second; longer by nobody).
 */
export async function preparePage(page: Response, request: Request, options: Options): Promise<Response> {
  const { pathname } = new URL(request.url)
  const headers = new Headers(page.headers)
  if (!headers.has('Cache-Control')) {
    const kept = page.status === 200 && !PERSONAL_PAGE.test(pathname)
    headers.set('Cache-Control', kept ? 'public, max-age=0, s-maxage=1, must-revalidate' : 'no-cache')
  }
  if (!headers.get('Content-Type')?.startsWith('text/html')) {
    return new Response(page.body, { status: page.status, headers })
  }
  const { html, hashes } = nameScripts(await page.text(), options.nonce)
  const named = { scripts: hashes, styles: nameStyles(html) }
  headers.set('Content-Security-Policy', contentPolicy(named, pathname, options))
  return new Response(request.method === 'HEAD' ? null : html, { status: page.status, headers })
}

/** The hashes of the marked inline scripts, and the HTML without the mark. */
function nameScripts(marked: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of marked.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (script === '' || !attributes.includes(mark)) continue
    hashes.add(hashOf(script))
  }
  return { html: marked.replaceAll(mark, ''), hashes: [...hashes] }
}

/** The hashes of the only style attributes that pages have: a colour in a picture's place until it is there. */
function nameStyles(html: string): string[] {
  const styles = [...html.matchAll(/ style="(background-color:#[0-9a-f]{6})"/g)].map(
    ([, style = '']) => style,
  )
  return [...new Set(styles)].map(hashOf)
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

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
