/*
 * The target of a request is its path and query (RFC 9112, 3.2), without the host. It is cut out of the URL, which is
 * normalised already: parsing that again takes as long as everything else that is done for a cached page.
 */

/** The path and the query of a request: `/brand/hp?after=x`. */
export function targetOf({ url }: Request): string {
  const fragment = url.indexOf('#')
  return url.slice(url.indexOf('/', url.indexOf('://') + 3), fragment < 0 ? undefined : fragment)
}

/** The path of a request, as it is written: `/brand/hp`. */
export function pathOf(request: Request): string {
  const target = targetOf(request)
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}

/** The segments of a path as the site map reads them: in any case, encoded or not, empty ones left out. */
export function segmentsOf(pathname: string): string[] {
  return pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment).toLowerCase()
      } catch {
        return segment
      }
    })
}

/** Characters that need no escaping in a path and mean the same with it (RFC 3986, 2.3). */
const UNRESERVED = /^[A-Za-z0-9\-._~]$/

/**
 * The target in a normal form (RFC 3986, 6.2.2): without a host, a fragment, `.` and `..`, and without needless
 * escapes. Otherwise a different spelling could get past checks that look at the target before it is routed, such as
 * the one for the size of a body. An invalid target is left to the code that refuses it.
 */
export function normalTarget(target: string): string {
  if (target.startsWith('/') && !/^[^?]*(?:%|\/\.)|#/.test(target)) return target
  if (!/^(?:\/|https?:\/\/)[^\\?#]*(?:[?#]|$)/i.test(target)) return target
  const url = URL.parse(target.startsWith('/') ? `http://host${target}` : target)
  return !url ? target : url.pathname.replace(/%[0-9a-f]{2}/gi, plainly) + url.search
}

function plainly(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return UNRESERVED.test(character) ? character : escaped
}
