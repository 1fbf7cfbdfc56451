import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Jobs } from '#server/jobs.ts'
import { deleteUser } from '#server/users/delete-user.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'

/** More than a statement may change, and fewer than twice as many. */
const LAPTOPS = 6_000
/** How many rows a statement may change, and mails be queued at a time. */
const MOST = 5_000

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

/** A laptop's, picture's and order's number becomes its id. Every tenth laptop was withdrawn before. */
const fill = (sellerId: string) =>
  shop.sql(`
    insert into images (id, purpose, owner_id, width, height, color)
      select md5(n::text), 'product', '${sellerId}', 1280, 960, '#aabbcc' from generate_series(1, ${LAPTOPS}) n;
    insert into products (id, seller_id, brand_id, name, original_price_cents, current_price_cents, condition,
        purchase_year, phone, location, image_id, description, withdrawn_at)
      select md5(n::text)::uuid, '${sellerId}', 'hp', 'Laptop', 90000, 45000, 'Good', '1Y', '01700000001', 'Here',
        md5(n::text), 'A laptop.', case when n % 10 = 0 then now() end from generate_series(1, ${LAPTOPS}) n;
    insert into orders (id, product_id, seller_id, buyer_name, buyer_email, phone, location, product_name, image_id,
        price_cents)
      select md5(n || ' ' || of)::uuid, md5(n::text)::uuid, '${sellerId}', 'Guest', 'guest' || of || '@example.com',
        '01700000002', 'There', 'Laptop', md5(n::text), 45000
      from generate_series(1, ${LAPTOPS}) n, generate_series(1, 2) of;
    analyze`)

/** Has each statement that changes one of these tables leave its name and number of rows in `changed`. */
async function countChanges(tables: string[]) {
  await shop.sql('create table changed (name text, rows bigint)')
  await shop.sql(`create function note_change() returns trigger language plpgsql as
    'begin insert into changed select tg_table_name, count(*) from came; return null; end'`)
  for (const table of tables)
    await shop.sql(`create trigger noted after update on ${table} referencing new table as came
      for each statement execute function note_change()`)
}

it('deleting somebody with thousands of laptops takes no statement or mail list that grows with them', async () => {
  const [[seller], [admin]] = await Promise.all([crowd(shop, 'seller', 1), crowd(shop, 'admin', 1)])
  if (!seller || !admin) throw new Error('Nobody signed up.')
  await fill(seller.id)
  await countChanges(['products', 'orders', 'images'])
  const lists: number[] = []
  const jobs: Jobs = { ...shop.deps.jobs, sendMail: async (_db, ...mails) => void lists.push(mails.length) }
  const who = { ...admin, sessionId: '', image: null, userType: 'admin' } as const
  expect(await deleteUser({ ...shop.deps, jobs }, who, seller)).toBe(1)

  const changed = await shop.sql(
    'select name, max(rows)::int as most, sum(rows)::int as rows from changed group by 1',
  )
  for (const { name, most } of changed) expect(most, name).toBeLessThanOrEqual(MOST)
  const all = Object.fromEntries(changed.map(({ name, rows }) => [name, rows]))
  // Each once: of a laptop that is changed twice in a transaction, PostgreSQL checks all references.
  expect(all).toEqual({ products: LAPTOPS, orders: 2 * LAPTOPS, images: LAPTOPS })
  expect(Math.max(...lists)).toBeLessThanOrEqual(MOST)
  // One for each order of a laptop that was on sale, and one to the seller.
  expect(lists.reduce((sum, length) => sum + length)).toBe(2 * LAPTOPS * 0.9 + 1)
})
