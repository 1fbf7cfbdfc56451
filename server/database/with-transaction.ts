import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** Typed queries on one connection that is inside a transaction, or on the pool outside of any. */
export type Db = NodePgDatabase

/**
 * Typed queries on a pool or a connection. Without the schema, which Drizzle would process again for each transaction.
 */
export const queriesOn = (client: Pick<pg.Pool, 'query'>): Db =>
  drizzle({ client: client as pg.Pool, casing: 'snake_case' })

/**
 * Runs `work` in one transaction on one connection and commits, or rolls back and throws what it threw.
 *
 * Written by hand because a connection whose server dies must never end the process (its `error` needs a
 * listener while it is checked out), and one that failed in BEGIN or ROLLBACK must not return to the pool.
 */
export async function withTransaction<T>(
  pool: pg.Pool,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query('begin')
    const result = await work(queriesOn(client), client)
    await client.query('commit')
    return result
  } catch (error) {
    // The answer may still come, and a rollback would wait behind it. Closing the connection rolls back too.
    if (isSilence(error)) broken = error
    if (!broken)
      await client.query('rollback').catch((rollbackError: Error) => {
        broken ??= rollbackError
      })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** The error for a query that the server has not answered in time (client.ts). */
function isSilence(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return /query read timeout/i.test(error.message) || isSilence(error.cause)
}
