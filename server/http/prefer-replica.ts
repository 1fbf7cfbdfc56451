import { api } from '#contract/api.ts'
import type { Replica } from '../database/open-replica.ts'

/** Calls that anyone may make and that change nothing. */
const PUBLIC_READ = new RegExp(
  `^/api(?:${Object.values(api)
    .filter(({ method, who }) => method === 'get' && who === 'anyone')
    .map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+'))
    .join('|')})$`,
)

type Call = (request: Request, address: string | undefined) => Promise<Response>

/**
 * Reads what is public from the replica while that is near, and everything else from the primary. Whoever shows who
 * they are is answered by the primary in any case: a seller sees at once what they have just put on sale. So is
 * everyone where the replica fails.
 */
export function preferReplica(primary: Call, onReplica: Call, { isNear }: Pick<Replica, 'isNear'>): Call {
  return async (request, address) => {
    const isPublic =
      request.method === 'GET' &&
      !request.headers.has('authorization') &&
      PUBLIC_READ.test(new URL(request.url).pathname)
    if (!isPublic || !isNear()) return primary(request, address)
    const answer = await onReplica(request, address)
    return answer.status < 500 ? answer : primary(request, address)
  }
}
