import type pg from 'pg'
import { pipelineOf } from './pipeline.ts'
import type { Db } from './with-transaction.ts'

const STATE = `select pg_current_snapshot()::text || ' ' || coalesce(pg_last_wal_replay_lsn()::text, '') as state`

/**
 * Identifies the state of the database: between two equal readings nothing has been committed, so a read after the
 * first gives the same as one after the second. It is the snapshot, which names the transactions whose effects are
 * visible; on a replica, which does not maintain that list, the WAL position up to which it has replayed. It needs no
 * table, no trigger and no lock.
 */
export async function readState({ pool, db }: { pool: pg.Pool; db: Db }): Promise<string> {
  const quick = pipelineOf(db)?.pipeline
  // With a name it is planned once for each connection: it is the most frequent query.
  const { rows } = quick
    ? await quick.query<{ state: string }>({ name: 'state', text: STATE })
    : await pool.query<{ state: string }>(STATE)
  return rows[0]!.state
}
