import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'
import type { Db } from './with-transaction.ts'

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> }

/**
 * Opens a pool of connections to `url`. Nothing is connected yet: the first query does that, and fails
 * where no server answers. `onIdleError` hears of connections that die while nobody uses them.
 */
export function openDatabase(
  url: string,
  { max = 10, onIdleError }: { max?: number; onIdleError: (error: Error) => void },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    // A server that has fallen silent is given up some time after it would have given up the statement itself.
    query_timeout: 15_000,
    // Locks of a process whose machine is gone are not kept until the network notices.
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'clamshell',
  })
  pool.on('error', onIdleError)
  return { pool, db: drizzle(pool, { schema, casing: 'snake_case' }), close: () => pool.end() }
}
