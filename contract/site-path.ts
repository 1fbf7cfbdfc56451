/** An origin that is nobody's, to see whether an address would leave its own. */
const HERE = 'http://clamshell.invalid'

/**
 * A path on this site (with query and fragment) as a browser would read it; undefined for what leads elsewhere: a scheme,
 * `//host`, `/\host`, `/..//host`.
 */
export function sitePath(text: string): string | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(text, HERE)
    // What was `/..//host` is `//host` once its dots are gone.
    if (origin === HERE && !pathname.startsWith('//')) return pathname + search + hash
  } catch {}
  return undefined
}

/** Where somebody signs in and comes back to `next`, a path on this site with its query. */
export const loginPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`
