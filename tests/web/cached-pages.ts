import { type BufferedResponse, headOf } from '#server/http/buffered-response.ts'
import { targetOf } from '#server/http/request-target.ts'
import type { PageCache } from '#server/web/page-cache.ts'
import type { PreparedPage } from '#server/web/prepare-page.ts'

export const TEXT = 'a page of some length. '.repeat(200)
export const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Request(`http://shop.test${path}`, { headers, method })
export const page = (text = TEXT, status = 200): PreparedPage => ({
  status,
  headers: new Headers({ 'Cache-Control': 'public, max-age=0' }),
  body: Buffer.from(text),
})
export const textOf = ({ body }: BufferedResponse) => Buffer.from(body ?? []).toString()
export const fetchFrom = (pages: PageCache) => (request: Request) =>
  pages.get(targetOf(request), headOf(request))
export const now = <T>(work: () => Promise<T>) => work()
/** For pages that do not wait in a queue. */
export const atOnce = { takeTurn: now, takeCachedTurn: now }
export const settle = () => new Promise<void>((done) => setImmediate(done))
