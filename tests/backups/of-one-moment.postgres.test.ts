import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace } from './places.ts'

const PATIENCE_MS = 200

it('waits for a table for as long as somebody keeps it, and has nothing of what came meanwhile', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const { pool, close } = openDatabase(place.url, { patienceMs: PATIENCE_MS, onIdleError: () => {} })
  onTestFinished(close)
  const holder = await place.pool.connect()
  onTestFinished(() => holder.release(true))
  // The last one that is read, as it refers to the others.
  await holder.query('begin; lock table wishlist')
  const folder = join(temporaryFolder(), 'new')
  const written = writeBackup({ ...place, pool }, { folder })
  const waits = `select from pg_stat_activity where query like 'declare%wishlist%'
    and now() - query_start > interval '${PATIENCE_MS * 5} ms'`
  await Promise.race([written, expect.poll(async () => (await place.pool.query(waits)).rowCount).toBe(1)])
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
