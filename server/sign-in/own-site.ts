import { Problem } from '../problems.ts'

/**
 * A cookie comes along with whatever page makes a browser ask, so a call that is let in by it must come from
 * the shop's own pages: by the Origin that browsers send (`null` is nobody's), and where there is none, by
 * Sec-Fetch-Site. Programs send neither and hold the cookie themselves. Problem: `foreign-origin`. Whoever has the shop
 * open at another address is told the first of its own; `localhost` is another machine to whoever sits at another.
 */
export function requireOwnSite(request: Request, origins: string[]): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const own = origin === null ? !site || site === 'same-origin' || site === 'none' : origins.includes(origin)
  if (own) return
  const [there = ''] = origins
  const where = /\/\/localhost(:|$)/.test(there) ? `${there}, on the machine that the shop runs on` : there
  throw new Problem(
    'foreign-origin',
    `This is done on the shop’s own pages only. Please open them at ${where}.`,
  )
}
