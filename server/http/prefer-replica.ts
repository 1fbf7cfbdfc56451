import type { Logger } from 'pino'
import type { Replica } from '../database/open-replica.ts'
import { Problem } from '../problems.ts'
import type { ApiHandler } from './buffered-response.ts'
import { targetOf } from './request-target.ts'

/** Between two lines about failures: each of hundreds of requests a second may fail for the same reason. */
const TELL_EVERY_MS = 60_000

type Parts = Pick<Replica, 'isNear'> & { log: Logger }

/**
 * Answers public reads from the replica while that is near, and everything else from the primary. The primary answers
 * everybody who sends credentials: a seller sees at once what they have just put on sale. It also answers where the
 * replica fails, or does not have what is asked for; not where more is asked of the replica than it can answer, since
 * the primary would have to answer all of that.
 */
export function preferReplica(
  primary: ApiHandler['handle'],
  readReplica: ApiHandler['findPublic'],
  { isNear, log }: Parts,
): ApiHandler['handle'] {
  let told = Number.NEGATIVE_INFINITY

  function tell(err: unknown): void {
    // If it has been left since, `replica-left` says why.
    if (!isNear() || performance.now() - told < TELL_EVERY_MS) return
    told = performance.now()
    log.warn({ event: 'replica-failed', err }, 'a public list could not be read from the replica')
  }

  function failed(error: unknown): undefined {
    if (!(error instanceof Problem)) tell(error)
    else if (error.code === 'overloaded') throw error
  }

  return async (request, address) => {
    const isVisitors = request.method === 'GET' && !request.headers.has('authorization')
    const reading = isVisitors && isNear() ? readReplica(targetOf(request)) : undefined
    const answer = await Promise.resolve(reading).catch(failed)
    return answer ?? primary(request, address)
  }
}
