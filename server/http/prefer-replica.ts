import type { Replica } from '../database/open-replica.ts'
import { isPublicRead } from './public-reads.ts'
import type { Answer } from './ready-answer.ts'

type Call = (request: Request, address: string | undefined) => Promise<Answer>

/**
 * Reads what is public from the replica while that is near, and everything else from the primary. Whoever shows who
 * they are is answered by the primary in any case: a seller sees at once what they have just put on sale. So is
 * everyone where the replica fails.
 */
export function preferReplica(primary: Call, onReplica: Call, { isNear }: Pick<Replica, 'isNear'>): Call {
  return async (request, address) => {
    const isPublic = isPublicRead(request) && !request.headers.has('authorization')
    if (!isPublic || !isNear()) return primary(request, address)
    const answer = await onReplica(request, address).catch(() => undefined)
    return answer && answer.status < 500 ? answer : primary(request, address)
  }
}
