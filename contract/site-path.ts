/** An origin that is nobody's, to see whether an address would leave its own. */
const HERE = 'http://clamshell.invalid'

/**
 * A path on this site (with query and fragment) as a browser would read it; undefined for what leads elsewhere: a scheme,
 * `//host`, `/\host`, `/..//host`.
 */
export function sitePath(text: string): string | undefined {
  if (!URL.canParse(text, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(text, HERE)
  // What was `/..//host` is `//host` once its dots are gone.
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/** Where somebody signs in and comes back to `next`, a path on this site with its query. */
export const loginPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`
