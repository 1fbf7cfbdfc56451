import { hash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BackupRefused, readManifest, writeManifest } from '#server/backups/manifest.ts'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { migrate } from '#server/database/migrate.ts'
import { openQueue } from '#server/job-queue.ts'
import { listPictureFiles } from '#tests/support/picture-files.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace, type Place } from './places.ts'

const PICTURE = 'a'.repeat(32)
const FILE = `${PICTURE}-320.webp`

async function keepPicture({ pool, imageStore }: Place): Promise<void> {
  await imageStore.save(FILE, new Uint8Array(200))
  await pool.query(
    `insert into images (id, purpose, width, height, color) values ('${PICTURE}', 'product', 320, 240, '#aabbcc')`,
  )
}

/** The address of a place whose role creates its tables in a schema of its own. */
const inItsOwn = (address: string) => {
  const url = new URL(address)
  url.searchParams.set('options', '-c search_path=shop2,public')
  return url.href
}

it('backup and restore refuse in one line when the tables are in another schema', async () => {
  const whole = await newPlace('postgres')
  await migrate(whole.pool)
  const folder = join(temporaryFolder(), 'whole')
  await writeBackup(whole, { folder })
  const { pool, url, folder: home } = await newPlace('postgres')
  await pool.query('create schema shop2')
  const env = { DATABASE_URL: inItsOwn(url), DATA_DIR: home }
  const refused = {
    code: 1,
    out: '',
    err: expect.stringMatching(/^The role [^\n]+ leads to shop2: [^\n]+\n$/),
  }
  expect(await runCommand('backup', [join(home, 'backup')], env)).toEqual(refused)
  expect(await runCommand('restore', [folder], env)).toEqual(refused)
  expect(readdirSync(home)).toEqual([])
  const { rows } = await pool.query(`select tablename from pg_tables where schemaname in ('public', 'shop2')`)
  expect(rows).toEqual([])
})

it('a backup is refused when a table of the shop is missing, and leaves nothing behind', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  await place.pool.query('create schema aside; alter table wishlist set schema aside')
  const folder = join(temporaryFolder(), 'new/inner')
  const writing = writeBackup(place, { folder })
  await expect(writing).rejects.toThrow(BackupRefused)
  await expect(writing).rejects.toThrow(/^No backup was written: .* not found: public\.wishlist\.$/)
  expect(readdirSync(join(folder, '../..'))).toEqual([])
})

it('a backup of an older shop without some tables is written and restored', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool, { only: ['0001-shop.sql'] })
  await keepPicture(place)
  await place.pool.query(`
    insert into products (id, brand_id, name, original_price_cents, current_price_cents, condition, purchase_year, phone,
      location, image_id, description)
    values (gen_random_uuid(), 'hp', 'A laptop', 50000, 40000, 'Good', '2020', '123', 'Dhaka', '${PICTURE}', 'A laptop.');
    insert into orders (id, product_id, buyer_name, buyer_email, phone, location, product_name, image_id, price_cents,
        state, paid_at)
      select gen_random_uuid(), id, 'Gone', '', '123', 'Dhaka', name, image_id, 40000, 'paid', now() from products`)
  const folder = join(temporaryFolder(), 'old')
  await writeBackup(place, { folder })
  const other = await newPlace('postgres')
  await restoreBackup(other, await openBackup(folder))
  // With the columns of migrations made since the backup.
  expect((await other.pool.query('select of_guest from orders')).rows).toEqual([{ of_guest: false }])
})

it.each([
  ['has an unknown table', 'public.gone', 'There is no place for public.gone in this version.'],
  ['lacks a row', 'public.wishlist', 'public.wishlist has 0 rows instead of 1.'],
])('a backup that %s is refused, without restoring any row', async (_what, table, words) => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const folder = join(temporaryFolder(), 'odd')
  await writeBackup(place, { folder })
  const manifest = await readManifest(folder)
  await writeManifest(folder, { ...manifest, rows: { ...manifest.rows, [table]: 1 } })
  const other = await newPlace('postgres')
  await expect(restoreBackup(other, await openBackup(folder))).rejects.toThrow(new BackupRefused(words))
  expect((await other.pool.query('select count(*)::int as n from brands')).rows).toEqual([{ n: 3 }])
})

it('a backup of an older version is refused by a database that a newer one has migrated', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool, { only: ['0001-shop.sql'] })
  const folder = join(temporaryFolder(), 'older')
  await writeBackup(place, { folder })
  const opened = await newPlace('postgres')
  await migrate(opened.pool)
  const restoring = restoreBackup(opened, await openBackup(folder))
  await expect(restoring).rejects.toThrow(BackupRefused)
  await expect(restoring).rejects.toThrow(
    /^A newer version .* has opened this database: restore into a new one\.$/,
  )
  // A place that was opened without the demo data is empty.
  await restoreBackup(place, await openBackup(folder))
})

it('a backup of a version without mail priorities is restored with its mail', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const queue = await openQueue(place.pool, { log: place.log, idle: true })
  await queue.send('mail', { to: 'a@example.com' })
  await queue.stop({ graceful: false })
  const folder = join(temporaryFolder(), 'earlier')
  await writeBackup(place, { folder })
  const manifest = await readManifest(folder)
  const mails = join(folder, 'jobs.jsonl')
  const { priority: _, ...line } = JSON.parse(readFileSync(mails, 'utf8'))
  const text = `${JSON.stringify(line)}\n`
  writeFileSync(mails, text)
  const written = { bytes: Buffer.byteLength(text), sha256: hash('sha256', text) }
  await writeManifest(folder, { ...manifest, files: { ...manifest.files, 'jobs.jsonl': written } })
  const restored = await restoreBackup(await newPlace('postgres'), await openBackup(folder))
  expect(restored.jobs).toBe(1)
})

it('mail queued for over a year is kept for another year, and delayed mail stays delayed', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const queue = await openQueue(place.pool, { log: place.log, idle: true })
  const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000)
  await queue.send('mail', { to: 'a@example.com' }, { startAfter: daysFromNow(-400) })
  await queue.send('mail', { to: 'b@example.com' }, { startAfter: daysFromNow(1) })
  await queue.stop({ graceful: false })
  const folder = join(temporaryFolder(), 'waiting')
  await writeBackup(place, { folder })
  const other = await newPlace('postgres')
  await restoreBackup(other, await openBackup(folder))
  const { rows } = await other.pool.query(
    `select round(extract(epoch from start_after - now()) / 86400)::int as "from",
       round(extract(epoch from keep_until - now()) / 86400)::int as until from jobs.job order by 1`,
  )
  expect(rows).toEqual([
    { from: 0, until: 365 },
    { from: 1, until: 366 },
  ])
})

it('a backup contains queued, retried and active mail jobs, but no others', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const queue = await openQueue(place.pool, { log: place.log, idle: true })
  await queue.stop({ graceful: false })
  await place.pool.query(`insert into jobs.job (name, state, data)
    select name, state::jobs.job_state, jsonb_build_object('to', state)
    from unnest(array['mail', 'password-reset', 'clean-up']) as name,
      unnest(array['created', 'retry', 'active', 'completed', 'cancelled', 'failed']) as state`)
  const folder = join(temporaryFolder(), 'under-way')
  await writeBackup(place, { folder })
  const other = await newPlace('postgres')
  await restoreBackup(other, await openBackup(folder))
  const { rows } =
    await other.pool.query(`select name, state, array_agg(data->>'to' order by data->>'to') as was
    from jobs.job where name not like '\\_%' group by 1, 2 order by 1`)
  const was = ['active', 'created', 'retry']
  expect(rows).toEqual(['mail', 'password-reset'].map((name) => ({ name, state: 'created', was })))
})

it('a restore keeps its rows and pictures when a later migration fails', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool, { only: ['0001-shop.sql'] })
  await keepPicture(place)
  const folder = join(temporaryFolder(), 'older')
  await writeBackup(place, { folder })
  const other = await newPlace('postgres')
  // A later migration creates it.
  await other.pool.query('create table messages ()')
  await expect(restoreBackup(other, await openBackup(folder))).rejects.toThrow(/"messages" already exists/)
  expect((await other.pool.query('select id from images')).rows).toEqual([{ id: PICTURE }])
  expect(listPictureFiles(join(other.folder, 'images'))).toEqual([FILE])
})

it('a restore is refused when an unrelated table has rows, whatever its name', async () => {
  const from = await newPlace('postgres')
  await migrate(from.pool)
  const folder = join(temporaryFolder(), 'any')
  await writeBackup(from, { folder })
  const place = await newPlace('postgres')
  await place.pool.query('create table "Heart beat" as select now() as at')
  const restore = async () => restoreBackup(place, await openBackup(folder))
  await expect(restore()).rejects.toThrow(/^The database is not empty \(public\."Heart beat" has rows\)/)
  await place.pool.query('truncate "Heart beat"')
  await restore()
})
