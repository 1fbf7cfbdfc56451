import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { CardProviderUnavailable } from './outside/card-payments.ts'
import { Problem } from './problems.ts'

/** PostgreSQL's own reasons for not taking work now: connection lost or refused, shutting down, too busy. */
const DATABASE_AWAY = /^(08|57P0|53|ECONN|ENOENT|EPIPE|ETIMEDOUT|57014)/

/** The problem that tells of anything thrown. What nobody foresaw is logged whole and told in one line. */
export function toProblem(error: unknown, log: Logger): Problem {
  if (error instanceof Problem) return error
  if (error instanceof CardProviderUnavailable)
    return new Problem(
      'card-provider-unavailable',
      'The card provider does not answer. Please try again in a minute; nothing is charged twice.',
      {
        retryAfterSeconds: 10,
      },
    )
  if (error instanceof HTTPException) {
    if (error.status === 413) return new Problem('too-large', 'This is more than can be taken at once.')
    return new Problem('bad-input', 'The request cannot be read. Is the body JSON?')
  }
  log.error({ event: 'failure', err: error }, 'a request failed')
  if (isDatabaseAway(error))
    return new Problem('database-unavailable', 'The shop is busy. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  return new Problem('unexpected', 'Something went wrong on our side. Please try again.')
}

function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === 'string' && DATABASE_AWAY.test(code)) return true
    if (/connection terminated|timeout exceeded when trying to connect|Connection ended/i.test(cause.message))
      return true
  }
  return false
}
