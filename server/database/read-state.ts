import type pg from 'pg'
import { pipelineOf } from './pipeline.ts'
import type { Db } from './with-transaction.ts'

const STATE = `select pg_current_snapshot()::text || ' ' || coalesce(pg_last_wal_replay_lsn()::text, '') as state`

/**
 * Tells the states of the database apart: between two readings that are equal nothing has been committed, so what
 * was read after the first one is what would be read after the second. It is the snapshot, which names
 * the transactions whose work can be seen; on a replica, where that list is not kept, the place in the log up
 * to which it has followed. Costs no table, no trigger and no lock.
 */
export async function readState({ pool, db }: { pool: pg.Pool; db: Db }): Promise<string> {
  const quick = pipelineOf(db)?.pipeline
  // With a name it is planned once for each connection: it is what the database is asked most.
  const { rows } = quick
    ? await quick.query<{ state: string }>({ name: 'state', text: STATE })
    : await pool.query<{ state: string }>(STATE)
  return rows[0]!.state
}
