import type { Replica } from '../database/open-replica.ts'
import type { ApiHandler } from './buffered-response.ts'
import { targetOf } from './request-target.ts'

/**
 * Answers public reads from the replica while that is near, and everything else from the primary. The primary answers
 * everybody who sends credentials: a seller sees at once what they have just put on sale. It also answers where the
 * replica fails, or does not have what is asked for.
 */
export function preferReplica(
  primary: ApiHandler['handle'],
  readReplica: ApiHandler['findPublic'],
  { isNear }: Pick<Replica, 'isNear'>,
): ApiHandler['handle'] {
  return async (request, address) => {
    const isVisitors = request.method === 'GET' && !request.headers.has('authorization')
    const reading = isVisitors && isNear() ? readReplica(targetOf(request)) : undefined
    const answer = await Promise.resolve(reading).catch(() => undefined)
    return answer ?? primary(request, address)
  }
}
