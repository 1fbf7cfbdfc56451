import { IMAGE_WIDTHS } from '#contract/choices.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { type AnswerCalls, ReadyAnswer } from './ready-answer.ts'
import { targetOf } from './request-target.ts'

/** Enough for a thousand small pictures; a page of laptops shows two dozen. */
const MOST_BYTES = 8 * 1024 * 1024
/** A picture never changes, but it may be removed: then it can still be seen for this long. */
const KEPT_MS = 60_000
/** A picture's target as the shop's pages write it; made-up targets of the same picture are not cached. */
const PICTURE = new RegExp(`^/api/images/[0-9a-f]+\\?w=(?:${IMAGE_WIDTHS.join('|')})$`)

/** The calls, with a cache of recently requested pictures: fetching one takes far longer than sending it. */
export function keepPictures(calls: AnswerCalls, clock: () => Date): AnswerCalls {
  const kept = createBoundedCache<{ since: number; answer: ReadyAnswer }>({ mostBytes: MOST_BYTES })
  const isYoung = ({ since }: { since: number }) => Math.abs(clock().getTime() - since) < KEPT_MS

  return {
    async call(request, address) {
      const answered = await calls.call(request, address)
      const name = targetOf(request)
      const isPicture = request.method === 'GET' && PICTURE.test(name)
      if (!isPicture || answered.status !== 200 || answered instanceof ReadyAnswer) return answered
      const answer = await ReadyAnswer.of(answered)
      kept.put(name, { since: clock().getTime(), answer }, answer.body?.byteLength ?? 0)
      return answer
    },
    ready(target) {
      const found = kept.get(target)
      return found && isYoung(found) ? found.answer : calls.ready(target)
    },
  }
}
