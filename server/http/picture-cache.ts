import { IMAGE_WIDTHS } from '#contract/choices.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { type ApiHandler, BufferedResponse } from './buffered-response.ts'
import { targetOf } from './request-target.ts'

/** Enough for a thousand small pictures; a page of laptops shows two dozen. */
const MOST_BYTES = 8 * 1024 * 1024
/** A picture never changes, but it may be removed: then it can still be seen for this long. */
const MAX_AGE_MS = 60_000
/** A picture's target as the shop's pages write it; made-up targets of the same picture are not cached. */
const PICTURE = new RegExp(`^/api/images/[0-9a-f]+\\?w=(?:${IMAGE_WIDTHS.join('|')})$`)

/** The API, with a cache of recently requested pictures: fetching one takes far longer than sending it. */
export function cachePictures(calls: ApiHandler, clock: () => Date): ApiHandler {
  const cache = createBoundedCache<{ since: number; response: BufferedResponse }>({ mostBytes: MOST_BYTES })
  const isYoung = ({ since }: { since: number }) => Math.abs(clock().getTime() - since) < MAX_AGE_MS

  return {
    async handle(request, address) {
      const handled = await calls.handle(request, address)
      const name = targetOf(request)
      const isPicture = request.method === 'GET' && PICTURE.test(name)
      if (!isPicture || handled.status !== 200 || handled instanceof BufferedResponse) return handled
      const response = await BufferedResponse.of(handled)
      cache.set(name, { since: clock().getTime(), response }, response.body?.byteLength ?? 0)
      return response
    },
    findPublic(target) {
      const found = cache.get(target)
      return found && isYoung(found) ? found.response : calls.findPublic(target)
    },
  }
}
