import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { LOCKS } from './locks.ts'
import { withTransaction } from './with-transaction.ts'

const folder = new URL('./migrations/', import.meta.url)

/** A migration, and waiting for another process's, may take longer than any query of the shop: ten minutes. */
const TIMEOUT_MS = 600_000
/** How long a migration waits for the lock of a table. Whoever wants the table meanwhile waits behind it. */
const TABLE_MS = 5_000

/**
 * Applies the plain SQL files of `migrations/` that this database has not seen, in the order of their names, each in a
 * transaction of its own: its locks are released before the next begins, so that other processes wait for the longest
 * of them and not for all. If it is killed, the next start goes on where it was. `only` restricts it to these files.
 * Answers the names applied. Fails with PostgreSQL's 55P03 if somebody keeps a table locked for more than five seconds:
 * then nothing of that file is changed.
 */
export async function migrate(pool: pg.Pool, { only }: { only?: string[] } = {}): Promise<string[]> {
  const files = (await listMigrations()).filter((name) => !only || only.includes(name))
  const applied: string[] = []
  for (;;) {
    const name = await applyNext(pool, files)
    if (!name) return applied
    applied.push(name)
  }
}

/**
 * Applies the first of `files` that this database has not seen, and answers its name. Of several processes one does it;
 * the others wait and find it done. The lock is the transaction's and taken anew for each file, since a session may be
 * shared (PgBouncer, the embedded engine).
 */
async function applyNext(pool: pg.Pool, files: string[]): Promise<string | undefined> {
  return withTransaction(pool, async (_db, client) => {
    await client.query(`set local statement_timeout = ${TIMEOUT_MS}`)
    await queryForMigration(client, 'select pg_advisory_xact_lock($1)', [LOCKS.migrate])
    await client.query(`set local lock_timeout = ${TABLE_MS}`)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const seen = new Set(rows.map((row) => row.name))
    const next = files.find((name) => !seen.has(name))
    if (!next) return undefined
    await queryForMigration(client, await readFile(new URL(next, folder), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [next])
    return next
  })
}

/** The names of all migrations of this version, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * The names of all tables that this version's migrations, or those `of` it, create. A test checks that none is missed.
 */
export async function listMadeTables(of?: string[]): Promise<string[]> {
  const files = (await listMigrations()).filter((name) => !of || of.includes(name))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name))
}

function queryForMigration(client: pg.PoolClient, text: string, values?: unknown[]): Promise<unknown> {
  const query = { text, query_timeout: TIMEOUT_MS }
  return client.query(values ? { ...query, values } : query)
}
