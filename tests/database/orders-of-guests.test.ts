import { afterAll, beforeEach, expect, it } from 'vitest'
import { listMigrations, migrate } from '#server/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

/* Orders placed by a process of an older version, which does not mark guests' orders. */

let database: TestDatabase
beforeEach(async () => {
  database ??= await createTestDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
})
afterAll(() => database?.close())

async function putOnSale(): Promise<void> {
  await database.pool.query(`
    insert into users (id, name, email) values (gen_random_uuid(), 'Babul', 'babul@example.com');
    insert into images (id, purpose, width, height, color) values ('i', 'product', 1, 1, '#000000');
    insert into products (id, brand_id, name, original_price_cents, current_price_cents, condition, purchase_year, phone,
      location, image_id, description)
    values (gen_random_uuid(), 'hp', 'A laptop', 50000, 40000, 'Good', '2020', '123', 'Dhaka', 'i', 'A laptop.')`)
}

const place = (buyerName: string, { buyer = 'null', paid = false } = {}) =>
  database.pool.query(
    `insert into orders (id, product_id, buyer_id, buyer_name, buyer_email, phone, location, product_name, image_id,
       price_cents, state, paid_at)
     select gen_random_uuid(), id, ${buyer}, $1, 'babul@example.com', '123', 'Dhaka', name, 'i', 40000,
       ${paid ? `'paid', now()` : `'open', null`} from products`,
    [buyerName],
  )

const ordersOfGuests = async () =>
  (await database.pool.query('select buyer_name from orders where of_guest')).rows.map(
    ({ buyer_name }) => buyer_name,
  )

it('the order of a guest is marked, but not that of a buyer or of a deleted buyer', async () => {
  await migrate(database.pool)
  await putOnSale()
  await place('A guest')
  await place('A buyer', { buyer: '(select id from users)' })
  await place('Gone', { paid: true })
  expect(await ordersOfGuests()).toEqual(['A guest'])
})

it.each([
  ['from before it existed', 0],
  ['from an older process', 2],
])('guest orders without the mark, %s, are marked by the next migration', async (_when, later) => {
  const files = await listMigrations()
  const known = files.indexOf('0011-orders-of-guests.sql')
  await migrate(database.pool, { only: files.slice(0, known + later) })
  await putOnSale()
  await place('A guest')
  await place('A buyer', { buyer: '(select id from users)' })
  await place('Gone', { paid: true })
  await migrate(database.pool)
  expect(await ordersOfGuests()).toEqual(['A guest'])
})
