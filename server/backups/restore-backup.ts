import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle } from 'pg-boss'
import type { Logger } from 'pino'
import { LOCKS } from '../database/locks.ts'
import { listMigrations, migrate } from '../database/migrate.ts'
import { requireSuitableDatabase } from '../database/require-suitable.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { AT_ONCE, forEachConcurrently } from '../for-each-concurrently.ts'
import { openQueue } from '../job-queue.ts'
import { ImageNotWhole, type ImageStore } from '../outside/image-store.ts'
import { progressOf, type Show } from '../process/show-progress.ts'
import { BackupRefused, type Manifest, readManifest } from './manifest.ts'
import { queryWithLongTimeout } from './query-with-long-timeout.ts'
import { listAllTables, listTables, type Table } from './tables.ts'
import type { BackupSummary } from './write-backup.ts'

type Deps = { pool: pg.Pool; imageStore: ImageStore; log: Logger }

/** Lines that are sent at a time. */
const LINES_AT_ONCE = 500
/** The card sandbox creates its tables itself, when it is used; see there. */
const SANDBOX = new URL('../sandbox/stripe/schema.sql', import.meta.url)

/** The lines of a file of the backup, some at a time. */
type Lines = (name: string) => AsyncGenerator<string[]>
/** A complete backup. */
type Backup = { folder: string; manifest: Manifest }

/**
 * Reads and checks a backup. Throws BackupRefused if it is incomplete or was changed, or was made by a newer version.
 */
export async function openBackup(folder: string, show?: Show): Promise<Backup> {
  const manifest = await readManifest(folder, show)
  const known = await listMigrations()
  if (manifest.migrations.some((name) => !known.includes(name)))
    throw new BackupRefused('This backup was made by a newer version of Clamshell: update this one first.')
  return { folder, manifest }
}

/**
 * Restores a backup into an empty database, of either engine: its pictures first, then all rows and the mail that
 * waits, in one transaction. A backup of an older version is migrated. Throws BackupRefused, and changes nothing, if
 * the database is not empty, is of a newer version, or is being restored; ConfigError if it is not suitable for the
 * shop. When `signal` is aborted before the rows are there, it stops and undoes what it did.
 */
export async function restoreBackup(
  { pool, imageStore, log }: Deps,
  { folder, manifest }: Backup,
  { signal, show = () => {} }: { signal?: AbortSignal; show?: Show } = {},
): Promise<BackupSummary> {
  await requireSuitableDatabase(pool)
  await withTransaction(pool, (_db, client) => refuseUnlessEmpty(client))
  await refuseIfNewer(pool, manifest)
  // The tables as they were in the backup; later migrations then change its rows, too.
  await migrate(pool, { only: manifest.migrations })
  const queue = await openQueue(pool, { log, idle: true })
  const pictures = listPictures(manifest)
  const { jobs: waiting = 0, ...rows } = manifest.rows
  const total = Object.values(rows).reduce((sum, n) => sum + n, 0)
  let loaded = 0
  const read: Lines = async function* (name) {
    for await (const lines of batches(join(folder, name), signal)) {
      loaded += lines.length
      show(progressOf('Rows', loaded, total + waiting))
      yield lines
    }
  }
  try {
    const jobs = await withTransaction(pool, async (db, client) => {
      await client.query('set local statement_timeout = 0')
      await refuseBesideAnother(client)
      await refuseUnlessEmpty(client)
      await makeSandboxTables(client, manifest)
      /** Removed again after a failure, unlike pictures that another shop may have stored there before. */
      const added: string[] = []
      try {
        for (let n = 0; n < pictures.length; n += AT_ONCE) {
          await forEachConcurrently(pictures.slice(n, n + AT_ONCE), async (key) => {
            signal?.throwIfAborted()
            const isNew = !(await isKept(imageStore, key))
            await imageStore.save(key, await readFile(join(folder, 'images', key)))
            if (isNew) added.push(key)
          })
          show(progressOf('Picture files', n, pictures.length))
          // A connection that is idle for minutes may be cut on its way, and the lock lost with it.
          await client.query('select')
        }
        await loadTables(client, read, manifest)
        return await loadJobs(db, queue, read)
      } catch (error) {
        // The first error is the one to report; if the store is unavailable this fails for the same reason.
        await imageStore.remove(added).catch(() => {})
        throw error
      }
    })
    await migrate(pool)
    return { rows: total, pictures: pictures.length, jobs }
  } finally {
    await queue.stop({ graceful: false })
  }
}

/** Whether there is anything under a key: a damaged picture too, which the backup's replaces. */
async function isKept(imageStore: ImageStore, key: string): Promise<boolean> {
  try {
    return (await imageStore.read(key)) !== undefined
  } catch (error) {
    if (error instanceof ImageNotWhole) return true
    throw error
  }
}

/**
 * With two restores at once, each would take the other's pictures for ones that were there before: if one failed and
 * removed its own, the other would lack them.
 */
async function refuseBesideAnother(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as free', [LOCKS.restore])
  if (!rows[0].free)
    throw new BackupRefused(
      'Another restore into this database is under way, or being undone: wait until it has ended.',
    )
}

/** A shop that was opened without the demo data has only brands, and counts as empty. */
async function refuseUnlessEmpty(client: pg.PoolClient): Promise<void> {
  for (const { name } of await listAllTables(client)) {
    if (name === 'public.brands') continue
    const { rows } = await client.query(`select exists (select from ${name}) as filled`)
    if (rows[0].filled)
      throw new BackupRefused(
        `The database is not empty (${name} has rows): a backup can only be restored into a new one.`,
      )
  }
}

/** A migration that ran before the rows existed cannot change them. */
async function refuseIfNewer(pool: pg.Pool, { migrations }: Manifest): Promise<void> {
  const { rows: made } = await pool.query(`select to_regclass('public.migrations') as name`)
  if (made[0].name === null) return
  const { rows } = await pool.query('select from migrations where name <> all($1)', [migrations])
  if (rows.length > 0)
    throw new BackupRefused(
      'A newer version of Clamshell than the backup’s has opened this database: restore into a new one.',
    )
}

async function makeSandboxTables(client: pg.PoolClient, { rows }: Manifest): Promise<void> {
  if (!Object.keys(rows).some((name) => name.startsWith('sandbox_stripe.'))) return
  const found = await client.query(`select to_regnamespace('sandbox_stripe') as made`)
  if (found.rows[0].made === null) await client.query(await readFile(SANDBOX, 'utf8'))
}

function listPictures({ files }: Manifest): string[] {
  const names = Object.keys(files).filter((name) => name.startsWith('images/'))
  return names.map((name) => name.slice('images/'.length))
}

async function loadTables(client: pg.PoolClient, read: Lines, { rows }: Manifest): Promise<void> {
  const tables = await listTables(client)
  const unknown = Object.keys(rows).filter((name) => name !== 'jobs' && !tables.some((t) => t.name === name))
  if (unknown.length > 0)
    throw new BackupRefused(`There is no place for ${unknown.join(', ')} in this version.`)
  await client.query('create temporary table lines (line jsonb) on commit drop')
  await client.query('delete from brands')
  for (const table of tables)
    if (rows[table.name] !== undefined) await loadTable(client, read, table, rows[table.name] ?? 0)
}

/** All rows of a table in one statement, so that they may refer to each other in any order. */
async function loadTable(client: pg.PoolClient, read: Lines, table: Table, rows: number): Promise<void> {
  const { name, identity } = table
  for await (const lines of read(`rows/${name}.jsonl`))
    await client.query('insert into lines select unnest($1::jsonb[])', [lines])
  const { rowCount } = await queryWithLongTimeout(
    client,
    `insert into ${name} overriding system value
     select r.* from lines, lateral jsonb_populate_record(null::${name}, lines.line) r`,
  )
  if (rowCount !== rows) throw new BackupRefused(`${name} has ${rowCount} rows instead of ${rows}.`)
  if (identity)
    await client.query(
      `select setval(pg_get_serial_sequence('${name}', '${identity}'), greatest((select max(${identity}) from ${name}), 1))`,
    )
  await client.query('truncate lines')
}

/** Backups of earlier versions have no priority. */
type Waiting = { name: string; data: object; startAfter: string; priority?: number }

async function loadJobs(db: Db, queue: Awaited<ReturnType<typeof openQueue>>, read: Lines): Promise<number> {
  let jobs = 0
  for await (const lines of read('jobs.jsonl'))
    for (const line of lines) {
      const { name, data, startAfter, priority = 0 }: Waiting = JSON.parse(line)
      const from = new Date(startAfter)
      // A job that has waited is kept for as long from now on as a new one.
      const later = from > new Date() && { startAfter: from }
      await queue.send(name, data, { ...later, priority, db: fromDrizzle(db, sql) })
      jobs++
    }
  return jobs
}

/**
 * The lines of a file in batches. Only a line feed ends a line: Node's own reader also splits at U+2028 within a text.
 * Throws once `signal` is aborted.
 */
async function* batches(path: string, signal?: AbortSignal): AsyncGenerator<string[]> {
  let lines: string[] = []
  let rest = ''
  signal?.throwIfAborted()
  for await (const chunk of createReadStream(path, 'utf8')) {
    const parts = `${rest}${chunk}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    if (lines.length < LINES_AT_ONCE) continue
    yield lines
    signal?.throwIfAborted()
    lines = []
  }
  if (lines.length > 0) yield lines
}
