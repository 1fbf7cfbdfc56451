import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { NEVER } from '#tests/support/invariants.ts'

const SELLER = '00000000-0000-4000-8000-000000000001'
const LAPTOPS = `
  insert into images (id, purpose, width, height, color) select 'picture', 'product', 1, 1, '#000000' on conflict do nothing;
  insert into users (id, name, email, user_type) values ('${SELLER}', 'Salma', 'salma@example.com', 'seller') on conflict do nothing;
  insert into products (id, seller_id, brand_id, name, original_price_cents, current_price_cents, condition, purchase_year,
      phone, location, image_id, description, status, advertised_until)
    select gen_random_uuid(), '${SELLER}', case when n <= 200 then 'hp' else 'dell' end, 'Laptop', 90000, 45000, 'Good', '1Y',
      '017', 'Here', 'picture', 'A laptop.', case when n % 10 = 0 then 'sold' else 'available' end,
      case when n % 5 = 1 then now() + interval '1 day' end
    from generate_series(1, 300) n`

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('truncate users, products, reports, images cascade'))

const run = (sql: string) => database.pool.query(sql)
const wrongCounts = () => run(NEVER['a list’s count is not the number of its rows']).then(({ rows }) => rows)
async function counts(): Promise<Record<string, number>> {
  const { rows } = await run(`select list || ' ' || part as name, sum(n)::int as n from counts group by 1`)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

it('laptops inserted in one statement are counted, by brand and advertised', async () => {
  await run(LAPTOPS)
  expect(await counts()).toMatchObject({ 'products hp': 180, 'products dell': 90, 'advertised ': 60 })
  expect(await wrongCounts()).toEqual([])
})

it.each([
  ['sold', `update products set status = 'sold' where brand_id = 'hp'`],
  ['withdrawn', `update products set withdrawn_at = now() where brand_id = 'dell'`],
  ['moved to another brand', `update products set brand_id = 'walton' where brand_id = 'hp'`],
  ['no longer advertised', 'update products set advertised_until = null'],
  ['deleted', `delete from products where brand_id = 'hp'`],
  ['truncated', 'truncate products cascade'],
  ['put back on sale', `update products set status = 'available'`],
])('counts are correct after laptops are %s', async (_what, change) => {
  await run(LAPTOPS)
  const before = await counts()
  await run(change)
  expect(await counts()).not.toEqual(before)
  expect(await wrongCounts()).toEqual([])
})

it('users are counted by role until they are deleted, and reports by whether they are decided', async () => {
  await run(LAPTOPS)
  await run(`insert into users (id, name, email) values (gen_random_uuid(), 'Bela', 'bela@example.com')`)
  await run(`update users set user_type = 'buyer' where name = 'Bela'`)
  await run(
    `insert into reports (id, product_id, reason) select gen_random_uuid(), id, 'Odd' from products limit 3`,
  )
  await run(`update reports set decision = 'dismissed', decided_at = now()
    where id = (select id from reports limit 1)`)
  expect(await counts()).toMatchObject({
    'users seller': 1,
    'users buyer': 1,
    'reports open': 2,
    'reports decided': 1,
  })
  await run(`delete from users where name = 'Bela'`)
  expect(await counts()).toMatchObject({ 'users buyer': 0 })
  expect(await wrongCounts()).toEqual([])
})

it('a rolled-back change does not affect the counts', async () => {
  await run(LAPTOPS)
  const before = await counts()
  await run(`begin; delete from products; rollback`)
  expect(await counts()).toEqual(before)
})

it('migrating an older database counts its existing rows', async () => {
  await run('drop schema public cascade; create schema public')
  const old = ['0001-shop', '0002-people-reports-contact', '0003-trust', '0004-kept', '0005-refunds']
  await migrate(database.pool, { only: old.map((name) => `${name}.sql`) })
  await run(LAPTOPS)
  await migrate(database.pool)
  expect(await counts()).toMatchObject({ 'products hp': 180, 'advertised ': 60, 'users seller': 1 })
  expect(await wrongCounts()).toEqual([])
})
