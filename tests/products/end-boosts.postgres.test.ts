import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '#server/database/with-transaction.ts'
import { endBoosts } from '#server/products/end-boosts.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
  const [seller] = await crowd(shop, 'seller', 1)
  for (const advertised of [true, true, true, false]) await putOnSale(shop, seller as Person, { advertised })
  await shop.sql(`update products set advertised_until = advertised_until + interval '1 day'
    where id = (select id from products where advertised_until is not null limit 1)`)
  // One that is sold is in neither list nor total, however long its boost.
  const sold = await putOnSale(shop, seller as Person, { advertised: true })
  await shop.call('PUT', `/api/productsold/${sold}`, { token: (seller as Person).token })
})
afterAll(() => shop.close())

const advertised = async () => {
  const { headers, body } = await shop.call('GET', '/api/adsproduct')
  return { total: headers.get('x-total-count'), rows: body.length }
}
const marked = async () => (await shop.sql('select from products where advertised_until is not null')).length

it('an expired boost is in no list and no total, before and after the clean-up', async () => {
  expect(await advertised()).toEqual({ total: '3', rows: 3 })
  shop.pass({ minutes: 25 * 60 })
  expect(await advertised()).toEqual({ total: '1', rows: 1 })
  expect(await marked()).toBe(4)
  // Somebody is changing one of them: it waits for the next time, and holds nothing up.
  const other = await shop.deps.pool.connect()
  await other.query('begin')
  await other.query(
    `select from products where advertised_until < $1 and status = 'available' limit 1 for update`,
    [shop.deps.clock()],
  )
  const atOnce = withTransaction(shop.deps.pool, async (db) => {
    await db.execute(`set local lock_timeout = '1s'`)
    return endBoosts({ ...shop.deps, db })
  })
  try {
    expect(await atOnce).toBe(1)
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await endBoosts(shop.deps)).toBe(1)
  expect(await marked()).toBe(2)
  expect(await advertised()).toEqual({ total: '1', rows: 1 })
  expect(await endBoosts(shop.deps)).toBe(0)
})

it('more than a thousand expired boosts are removed in one run', async () => {
  await shop.sql(
    `insert into products (id, seller_id, brand_id, name, original_price_cents, current_price_cents, condition,
       purchase_year, purchase_months, phone, location, image_id, description, advertised_until, published_at)
     select gen_random_uuid(), seller_id, brand_id, name, original_price_cents, current_price_cents, condition,
       purchase_year, purchase_months, phone, location, image_id, description, $1, published_at
     from (select * from products limit 1) as one, generate_series(1, 1001)`,
    [shop.deps.clock()],
  )
  expect(await endBoosts(shop.deps)).toBe(1001)
})
