import type pg from 'pg'
import { vi } from 'vitest'

/** The database connections that wait for a lock of another one. */
const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Resolves once `count` connections to a database wait for a lock, with their process ids. */
export const untilWaiting = (pool: Pick<pg.Pool, 'query'>, count = 1): Promise<number[]> =>
  vi.waitUntil(
    async () => {
      const { rows } = await pool.query<{ pid: number }>(WAITING)
      return rows.length >= count && rows.map(({ pid }) => pid)
    },
    { timeout: 20_000 },
  )
