/** An origin that is nobody's, to see whether an address would leave its own. */
const HERE = 'http://clamshell.invalid'

/**
 * Where to go after signing in: the page that was asked for, so long as it is one of ours. Whatever a browser
 * would read as leading elsewhere (`//host`, `/\host`, `/..//host`, a scheme) becomes the home page.
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!URL.canParse(next, HERE)) return '/'
  const { origin, pathname, search: query, hash } = new URL(next, HERE)
  // What was `/..//host` is `//host` once its dots are gone.
  return origin === HERE && !pathname.startsWith('//') ? pathname + query + hash : '/'
}

/** The token of the mailed link to which a path leads back, where it is the one that confirms an e-mail. */
export function emailTokenIn(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, HERE)
  return pathname === '/confirm-email' ? (searchParams.get('token') ?? undefined) : undefined
}
