import { Problem } from '../problems.ts'

/**
 * A cookie comes along with whatever page makes a browser ask, so a call that is let in by it must come from
 * the shop's own pages: by the Origin that browsers send (`null` is nobody's), and where there is none, by
 * Sec-Fetch-Site. Programs send neither and hold the cookie themselves. Problem: `foreign-origin`.
 */
export function requireOwnSite(request: Request, isOwnOrigin: (origin: string) => boolean): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const own = origin === null ? !site || site === 'same-origin' || site === 'none' : isOwnOrigin(origin)
  if (!own) throw new Problem('foreign-origin', 'This call is made from the shop’s own pages only.')
}
