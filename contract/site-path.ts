/** An origin that belongs to nobody, to see whether an address would leave its origin. */
const HERE = 'http://clamshell.invalid'

/**
 * A path on this site (with query and fragment) as a browser would read it; undefined for what leads elsewhere: a scheme,
 * `//host`, `/\host`, `/..//host`.
 */
export function sitePath(text: string): string | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(text, HERE)
    // `/..//host` becomes `//host` once its dots are resolved.
    if (origin === HERE && !pathname.startsWith('//')) return pathname + search + hash
  } catch {}
  return undefined
}

/** Where somebody signs in and comes back to `next`, a path on this site with its query. */
export const loginPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`
