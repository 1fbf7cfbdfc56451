import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace, type Place } from './places.ts'

const TIMEOUT_MS = 2_000

/** Waits until work waits for a table, for longer than its connection's timeout. */
const whileItWaits = (work: Promise<unknown>, { pool }: Pick<Place, 'pool'>, statement: string) =>
  Promise.race([
    work,
    expect
      .poll(async () => {
        const waits = `select from pg_stat_activity where query like $1
          and now() - query_start > interval '${TIMEOUT_MS * 2} ms'`
        return (await pool.query(waits, [statement])).rowCount
      })
      .toBe(1),
  ])

/** Another pool for the same place, whose connections soon time out. */
function hasty(place: Place): Place {
  const { pool, close } = openDatabase(place.url, { timeoutMs: TIMEOUT_MS, onIdleError: () => {} })
  onTestFinished(close)
  return { ...place, pool }
}

it('a backup waits for a locked table beyond the timeout, and leaves out newer rows', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const holder = await place.pool.connect()
  onTestFinished(() => holder.release(true))
  // The table that is read last, as it refers to the others.
  await holder.query('begin; lock table wishlist')
  const folder = join(temporaryFolder(), 'new')
  const written = writeBackup(hasty(place), { folder })
  await whileItWaits(written, place, 'declare%wishlist%')
  await holder.query(`
    insert into users (id, name, email) values (gen_random_uuid(), 'Ada', 'ada@example.com');
    insert into images (id, purpose, width, height, color) values ('i', 'product', 1, 1, '#000000');
    insert into products (id, brand_id, name, original_price_cents, current_price_cents, condition, purchase_year, phone,
      location, image_id, description)
    values (gen_random_uuid(), 'hp', 'A laptop', 50000, 40000, 'Good', '2020', '123', 'Dhaka', 'i', 'A laptop.');
    insert into wishlist (id, buyer_id, product_id, price_cents_when_saved)
      select gen_random_uuid(), users.id, products.id, 40000 from users, products;
    commit`)
  await written
  const { manifest } = await openBackup(folder)
  const empty = { 'public.users': 0, 'public.products': 0, 'public.wishlist': 0, 'public.images': 0 }
  expect(manifest.rows).toMatchObject(empty)
})

it('a backup is refused when a migration rewrites a table during it', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const holder = await place.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin; alter table brands add column number bigint generated always as identity')
  const folder = join(temporaryFolder(), 'new')
  const written = writeBackup(hasty(place), { folder })
  await whileItWaits(written, place, 'declare%brands%')
  await holder.query(`insert into migrations (name) values ('9999-later.sql'); commit`)
  await expect(written).rejects.toThrow(/^No backup was written: the database has since been migrated\. /)
  expect(existsSync(folder)).toBe(false)
})

it('a restore waits for a locked table beyond the timeout', async () => {
  const from = await newPlace('postgres')
  await migrate(from.pool)
  const folder = join(temporaryFolder(), 'new')
  await writeBackup(from, { folder })
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const holder = await place.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin; lock table wishlist in share mode')
  const restored = restoreBackup(hasty(place), await openBackup(folder))
  await whileItWaits(restored, place, 'insert into public.wishlist%')
  await holder.query('commit')
  await restored
})
