import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { causesOf, codeOf, findDatabaseAway } from './database/database-away.ts'
import { CardProviderUnavailable } from './outside/card-payments.ts'
import { ImageStoreUnavailable } from './outside/image-store.ts'
import { Problem } from './problems.ts'

/** A row (such as an order) refers to another (its buyer) that somebody deleted meanwhile. */
const FOREIGN_KEY_VIOLATION = '23503'
/** PostgreSQL's disk is full. It refuses writes, and still answers reads. */
const DISK_FULL = '53100'

/** The problem for anything thrown. An unforeseen error is logged whole and described to the client in one line. */
export function toProblem(error: unknown, log: Logger): Problem {
  if (error instanceof Problem) return error
  if (error instanceof CardProviderUnavailable) {
    log.warn({ event: 'card-provider-unavailable', err: error }, 'the card provider does not respond')
    return new Problem(
      'card-provider-unavailable',
      'The card provider is not answering. Please try again in a minute; nothing is charged twice.',
      {
        retryAfterSeconds: 10,
      },
    )
  }
  if (error instanceof ImageStoreUnavailable) {
    log.warn({ event: 'image-store-unavailable', err: error }, 'the image store does not respond')
    const detail = 'Pictures cannot be stored or shown right now. Please try again soon.'
    return new Problem('image-store-unavailable', detail, { retryAfterSeconds: 10 })
  }
  if (error instanceof HTTPException) {
    if (error.status === 413) return new Problem('too-large', 'This is more than we can take at once.')
    return new Problem('bad-input', 'The request cannot be read. Is the body JSON?')
  }
  if (codesOf(error).includes(FOREIGN_KEY_VIOLATION)) {
    log.info({ event: 'gone-meanwhile' }, 'something was deleted while a request needed it')
    return new Problem('not-found', 'Something this needs has since been deleted. Please reload the page.')
  }
  if (codesOf(error).includes(DISK_FULL)) {
    log.error({ event: 'database-full', err: error }, 'the disk of the database is full')
    const detail = 'The shop cannot save anything right now. Please try again later.'
    return new Problem('database-unavailable', detail, { retryAfterSeconds: 10 })
  }
  log.error({ event: 'failure', err: error }, 'a request failed')
  if (findDatabaseAway(error))
    return new Problem('database-unavailable', 'The shop is busy. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  return new Problem('unexpected', 'Something went wrong on our side. Please try again.')
}

/** The codes of an error and its causes: they tell what failed without anybody's data. */
export const codesOf = (error: unknown): string[] => causesOf(error).map(codeOf).filter(Boolean)
