import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { withTransaction } from './with-transaction.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any constant will do; every process of the shop asks for the same one. */
const LOCK = 7_263_001

/**
 * Applies the plain SQL files of `migrations/` that this database has not seen, in the order of their
 * names, in one transaction under a lock: of several processes that start together one migrates, the
 * others wait and find it done. Answers the names applied.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return withTransaction(pool, async (_db, client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const seen = new Set(rows.map((row) => row.name))
    const unseen = files.filter((name) => !seen.has(name))
    for (const name of unseen) {
      await client.query(await readFile(new URL(name, folder), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [name])
    }
    return unseen
  })
}
