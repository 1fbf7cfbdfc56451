import type pg from 'pg'

/**
 * Tells the states of the database apart: between two readings that are equal nothing has been committed, so what
 * was read after the first one is what would be read after the second. It is the snapshot, which names
 * the transactions whose work can be seen; on a replica, where that list is not kept, the place in the log up
 * to which it has followed. Costs no table, no trigger and no lock.
 */
export async function readState(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    `select pg_current_snapshot()::text || ' ' || coalesce(pg_last_wal_replay_lsn()::text, '') as state`,
  )
  return rows[0]!.state
}
