import { and, not } from 'drizzle-orm'
import type pg from 'pg'
import { oneOf } from '../database/one-of.ts'
import { requirePublicSchema } from '../database/require-suitable.ts'
import { images } from '../database/schema.ts'
import { queriesOn, withTransaction } from '../database/with-transaction.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { imageKey } from '../images/image-url.ts'
import { widthsOf } from '../images/process-image.ts'
import { isTaken } from '../images/sweep-images.ts'
import type { ImageStore } from '../outside/image-store.ts'
import { progressOf, type Show } from '../process/show-progress.ts'
import { type BackupFolder, makeBackupFolder } from './backup-folder.ts'
import { BackupRefused, writeManifest } from './manifest.ts'
import { queryWithLongTimeout } from './query-with-long-timeout.ts'
import { listMissingTables, listTables } from './tables.ts'

/** Rows that are read at a time. */
const AT_ONCE = 500

type Deps = { pool: pg.Pool; imageStore: ImageStore; clock: () => Date }
export type BackupSummary = { rows: number; pictures: number; jobs: number }
/** `lost`: the ids of pictures that lack a file in the shop itself, and so in the backup. */
type Written = BackupSummary & { lost: string[] }

/**
 * Writes everything a shop holds into a new folder: the rows of all tables as they were at one moment, as JSON lines,
 * the mail that waits to be sent, and the pictures. The shop may be open and go on writing: a picture is stored before
 * its row, so the pictures of all these rows are found afterwards.
 *
 * Throws BackupRefused for a folder that is not new, if a table of the shop is missing, if there is no picture at all
 * for rows that have one (the settings name another image store than the shop's), and if the database is migrated
 * meanwhile; ConfigError if the shop's tables are in another schema. A backup that fails, or ends because `signal` was
 * aborted, leaves nothing behind.
 */
export async function writeBackup(
  deps: Deps,
  { folder, signal, show = () => {} }: { folder: string; signal?: AbortSignal; show?: Show },
): Promise<Written> {
  await requirePublicSchema(deps.pool)
  const target = await makeBackupFolder(folder, signal)
  try {
    return await writeEverything(deps, folder, target, show)
  } catch (error) {
    await target.discard()
    throw error
  }
}

async function writeEverything(
  { pool, imageStore, clock }: Deps,
  folder: string,
  { write, files }: BackupFolder,
  show: Show,
): Promise<Written> {
  const madeAt = clock().toISOString()
  const rows: Record<string, number> = {}
  const { migrations, kept, jobs } = await withTransaction(pool, async (_db, client) => {
    // Later writes are not seen, and whoever has a table locked is waited for.
    await client.query('set transaction isolation level repeatable read, read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const read = (name: string, query: string) =>
      readLines(client, query, (n) => {
        rows[name] = n
        show(progressOf('Rows', sumOf(rows)))
      })
    const migrations = await listApplied(client)
    const tables = await listTables(client)
    const missing = await listMissingTables(tables, migrations)
    if (missing.length > 0)
      throw new BackupRefused(
        `No backup was written: these tables of the shop were not found: ${missing.join(', ')}.`,
      )
    for (const { name } of tables)
      await write(`rows/${name}.jsonl`, read(name, `select to_jsonb(t)::text as line from ${name} t`))
    await write('jobs.jsonl', read('jobs', await pendingJobs(client)))
    const pictures = await client.query<Picture>('select id, width from images order by 1')
    const { jobs = 0 } = rows
    return { migrations, kept: pictures.rows, jobs }
  })
  // A snapshot that waited for a migration sees the table as the migration left it, but the rows from before: none, if
  // the table was rewritten.
  if ((await listApplied(pool)).length !== migrations.length)
    throw new BackupRefused(
      'No backup was written: the database has since been migrated. Start the backup again.',
    )
  const lacking: string[] = []
  let pictures = 0
  let done = 0
  // One after the other, a million laptops' pictures take hours: each waits for the disk, or for the bucket.
  await forEachConcurrently(kept, async ({ id, width }) => {
    for (const key of widthsOf(width).map((width) => imageKey(id, width))) {
      const copy = await imageStore.read(key)
      if (!copy) {
        lacking.push(id)
        continue
      }
      await write(`images/${key}`, [copy])
      pictures++
    }
    show(progressOf('Pictures', ++done, kept.length))
  })
  const lost = await stillThere(pool, lacking)
  if (lost.length > 0 && pictures === 0)
    throw new BackupRefused(
      'No picture file was found: check that DATA_DIR, or S3_BUCKET with its endpoint, is where the shop keeps ' +
        'them. No backup was written.',
    )
  await writeManifest(folder, { madeAt, migrations, rows, files })
  return { rows: sumOf(rows) - jobs, pictures, jobs, lost }
}

const sumOf = (rows: Record<string, number>) => Object.values(rows).reduce((sum, n) => sum + n, 0)

async function listApplied(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by 1')
  return rows.map(({ name }) => name)
}

type Picture = { id: string; width: number }

/** A picture that was removed meanwhile has no row any more, or soon has none. */
async function stillThere(pool: pg.Pool, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const there = and(oneOf(images.id, ids), not(isTaken))
  const rows = await queriesOn(pool).select({ id: images.id }).from(images).where(there).orderBy(images.id)
  return rows.map(({ id }) => id)
}

/** A query's result line by line, so that no table has to fit into memory. */
async function* readLines(client: pg.ClientBase, query: string, count: (n: number) => void) {
  await queryWithLongTimeout(client, `declare lines no scroll cursor for ${query}`)
  let total = 0
  count(total)
  for (;;) {
    const { rows } = await queryWithLongTimeout<{ line: string }>(client, `fetch ${AT_ONCE} from lines`)
    if (rows.length === 0) break
    total += rows.length
    count(total)
    yield `${rows.map(({ line }) => line).join('\n')}\n`
  }
  await client.query('close lines')
}

/** The mail that is queued and not sent. Scheduled jobs are scheduled again by the shop itself. */
async function pendingJobs(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query(`select to_regclass('jobs.job') as queue`)
  if (!rows[0]?.queue) return `select '' as line where false`
  return `select
      jsonb_build_object('name', name, 'data', data, 'startAfter', start_after, 'priority', priority)::text as line
    from jobs.job
    where name in ('mail', 'password-reset') and state in ('created', 'retry', 'active') order by created_on`
}
