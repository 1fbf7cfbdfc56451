/**
 * Codes of a database that is unavailable now and may be back in a moment: nobody listens, its name or its host is not
 * found, the connection is lost, it is starting, ending or too busy, it is a standby that is not promoted yet, or it
 * has broken off a deadlock or a wait for a lock. 26000: when a named query is given up before its statement is
 * prepared, the ones behind it that use that statement fail as well; the next one prepares it again.
 */
const CODES =
  /^(08|57P0|53|ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|57014|25006|25P0[34]|40P01|55P03|26000)/

/** pg's messages for the same, which come without a code. */
const WORDS =
  /connection (terminated|ended|error and is not queryable)|timeout exceeded when trying to connect|timeout expired|query read timeout/i

/**
 * A protocol violation reported by PostgreSQL does not go away. PgBouncer reports one for a server that it has lost,
 * and then the error names no routine.
 */
const isOurFault = (error: Error) => codeOf(error) === '08P01' && 'routine' in error && !!error.routine

/** The error, of this one and its causes, which shows that the database is unavailable; undefined if none does. */
export const findDatabaseAway = (error: unknown): Error | undefined =>
  causesOf(error).find(
    (cause) => (CODES.test(codeOf(cause)) && !isOurFault(cause)) || WORDS.test(cause.message),
  )

/**
 * An error and its causes, outermost first: Drizzle wraps PostgreSQL's error, and Node, if it tried several addresses
 * of a host, the error of each.
 */
export function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const parts: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...[...parts, error.cause].flatMap(causesOf)]
}

/** Its code, as Node and PostgreSQL give one; empty where it has none. */
export const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''
