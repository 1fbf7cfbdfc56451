import type { Replica } from '../database/open-replica.ts'
import type { AnswerCalls } from './ready-answer.ts'
import { targetOf } from './request-target.ts'

/**
 * Reads what is public from the replica while that is near, and everything else from the primary. Whoever shows who
 * they are is answered by the primary in any case: a seller sees at once what they have just put on sale. So is
 * everyone where the replica fails, or has not what they ask for.
 */
export function preferReplica(
  primary: AnswerCalls['call'],
  readReplica: AnswerCalls['ready'],
  { isNear }: Pick<Replica, 'isNear'>,
): AnswerCalls['call'] {
  return async (request, address) => {
    const isVisitors = request.method === 'GET' && !request.headers.has('authorization')
    const reading = isVisitors && isNear() ? readReplica(targetOf(request)) : undefined
    const answer = await Promise.resolve(reading).catch(() => undefined)
    return answer ?? primary(request, address)
  }
}
