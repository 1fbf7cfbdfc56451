/**
 * Codes of a database that cannot be asked now and may be in a moment: nobody listens, its name or its host is not
 * found, the connection is lost, it is starting or ending, too busy, a standby that is not promoted yet, or has given up a
 * deadlock or waiting for a lock. Behind a question that was given up before its name was known (26000), those that name
 * it fail as well; the next is sent whole.
 */
const CODES =
  /^(08|57P0|53|ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|57014|25006|25P0[34]|40P01|55P03|26000)/

/** What pg says of the same, without a code. */
const WORDS =
  /connection (terminated|ended|error and is not queryable)|timeout exceeded when trying to connect|timeout expired|query read timeout/i

/**
 * What PostgreSQL says of a question that it cannot read never passes. PgBouncer says it of a server that it has lost, and
 * names no routine.
 */
const isOurFault = (error: Error) => codeOf(error) === '08P01' && 'routine' in error && !!error.routine

/** What tells, of an error and its causes, that the database cannot be asked now; undefined where nothing does. */
export const findDatabaseAway = (error: unknown): Error | undefined =>
  causesOf(error).find(
    (cause) => (CODES.test(codeOf(cause)) && !isOurFault(cause)) || WORDS.test(cause.message),
  )

/**
 * An error and what caused it, outermost first: Drizzle wraps what PostgreSQL says, and Node, where it tried several
 * addresses of a host, the error of each.
 */
export function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const parts: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...[...parts, error.cause].flatMap(causesOf)]
}

/** Its code, as Node and PostgreSQL give one; empty where it has none. */
export const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''
