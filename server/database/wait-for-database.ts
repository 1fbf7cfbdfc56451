import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { causesOf, codeOf, findDatabaseAway } from './database-away.ts'

/** How long a start waits for a database that does not answer yet: it may be starting beside the shop. */
const TIMEOUT_MS = 30_000
const EVERY_MS = 250
const READ_ONLY_SQL_TRANSACTION = '25006'

/** One line that says why the database cannot be used. */
export class DatabaseUnusable extends Error {}

/** Fails if the database does not answer, or is read-only: a standby that is not promoted yet, say. */
export async function requireDatabase(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query(`select current_setting('transaction_read_only') as read_only`)
  if (rows[0]?.read_only === 'on')
    throw Object.assign(new Error('it takes no changes'), { code: READ_ONLY_SQL_TRANSACTION })
}

/**
 * Returns when the database answers and accepts changes. Waits for one that is not there yet, saying so once through
 * `say`; throws DatabaseUnusable if it has not come within half a minute, and at once if waiting makes no sense (a
 * wrong password, no such database).
 */
export async function waitForDatabase(
  pool: Pick<pg.Pool, 'query'>,
  { say, timeoutMs = TIMEOUT_MS }: { say: (line: string) => void; timeoutMs?: number },
): Promise<void> {
  // A machine that starts may set its clock meanwhile.
  const deadline = performance.now() + timeoutMs
  for (let tries = 0; ; tries++) {
    const begun = performance.now()
    const failure = await requireDatabase(pool).then(
      () => undefined,
      (error: Error) => error,
    )
    if (!failure) return
    const why = reasonOf(failure)
    if (!findDatabaseAway(failure)) throw unusable(failure)
    // An attempt that began in time may fail late on a machine that was suspended: that says nothing about the
    // database.
    if (begun > deadline)
      throw new DatabaseUnusable(
        `The database has not answered for ${Math.round(timeoutMs / 1000)} seconds: ${why}`,
        { cause: failure },
      )
    if (tries === 0)
      say(`Waiting up to ${Math.round(timeoutMs / 1000)} seconds for the database (${why}) ...`)
    await pause(EVERY_MS)
  }
}

/** Throws DatabaseUnusable where the database does not answer, without waiting for it. */
export async function reachDatabase(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query('select 1').catch((error: Error) => {
    throw unusable(error)
  })
}

const unusable = (failure: Error) =>
  new DatabaseUnusable(`The database cannot be used: ${reasonOf(failure)}`, { cause: failure })

/** Codes of a certificate with an unknown authority; Node's message for these tells how to start Node. */
const OF_NO_AUTHORITY = /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/

/** If several addresses were tried, the error around their errors says nothing. */
function reasonOf(error: Error): string {
  const causes = causesOf(error)
  const ofNoAuthority = causes.map(codeOf).find((code) => OF_NO_AUTHORITY.test(code))
  if (ofNoAuthority)
    return `no trusted authority has signed its certificate (${ofNoAuthority}). Name its own with sslrootcert=/path/ca.pem in DATABASE_URL.`
  return causes.find(({ message }) => message)?.message || codeOf(error) || 'it gives no reason'
}
