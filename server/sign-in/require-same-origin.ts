import { Problem } from '../problems.ts'

/**
 * A browser sends a cookie whatever page causes the request, so a call that a cookie authorises must come from the
 * shop's own pages (CSRF): this is checked by the Origin that browsers send (`null` belongs to nobody), and without one
 * by Sec-Fetch-Site. Programs send neither and hold the cookie themselves. Problem: `foreign-origin`. The message names
 * the first of the shop's own addresses to somebody who has it open at another one; `localhost` means another machine
 * to somebody elsewhere.
 */
export function requireSameOrigin(request: Request, origins: string[]): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const own = origin === null ? !site || site === 'same-origin' || site === 'none' : origins.includes(origin)
  if (own) return
  const [there = ''] = origins
  const where = /\/\/localhost(:|$)/.test(there) ? `${there}, on the machine that the shop runs on` : there
  throw new Problem(
    'foreign-origin',
    `This works on the shop’s own pages only. Please open them at ${where}.`,
  )
}
