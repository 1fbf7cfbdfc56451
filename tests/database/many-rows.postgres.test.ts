import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '#server/database/with-transaction.ts'
import { handOverOrders, lockGuestOrders } from '#server/orders/hand-over-orders.ts'
import { findLostEvents } from '#server/payments/find-lost-events.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

/** More than a statement's limit of parameters. */
const MANY = 66_000
const GUEST = 'guest-of-many@example.com'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
  await shop.sql(`
    insert into images (id, purpose, owner_id, width, height, color)
      values (md5('picture of many'), 'product', '${seller.id}', 1280, 960, '#aabbcc');
    insert into products (id, seller_id, brand_id, name, original_price_cents, current_price_cents, condition,
        purchase_year, phone, location, image_id, description, published_at)
      select gen_random_uuid(), '${seller.id}', 'hp', 'Laptop ' || n, 90000, 45000, 'Good', '1Y', '01700000001', 'Here',
        md5('picture of many'), 'A laptop.', now() from generate_series(1, ${MANY}) n`)
})
afterAll(() => shop.close())

const countOf = async (table: string, which: string) =>
  (await shop.sql(`select count(*)::int as n from ${table} where ${which}`))[0]?.n

it('hands 66,000 guest orders over to a buyer', async () => {
  const buyer = await signUp(shop, 'buyer')
  await shop.sql(`insert into orders (id, product_id, seller_id, buyer_name, buyer_email, phone, location, product_name,
      image_id, price_cents)
    select gen_random_uuid(), id, seller_id, 'A guest', '${GUEST}', '01700000002', 'There', name, image_id, 45000
      from products where seller_id = '${seller.id}'`)
  await withTransaction(shop.deps.pool, async (db) => {
    const theirs = await lockGuestOrders(db, GUEST)
    await handOverOrders(db, { ...buyer, emailVerified: true, userType: 'buyer' }, theirs)
  })
  expect(await countOf('orders', `buyer_id = '${buyer.id}'`)).toBe(MANY)
  await shop.sql(`delete from orders where buyer_id = '${buyer.id}'`)
})

it('deletes a seller with 66,000 laptops', async () => {
  const token = await renewToken(shop, await makeAdmin(shop))
  expect(await shop.call('DELETE', `/api/user/${seller.id}`, { token })).toMatchObject({ status: 200 })
  expect(await countOf('products', 'withdrawn_at is not null and seller_id is null')).toBe(MANY)
})

it('finds the one lost event among 66,000 that the provider lists', async () => {
  await shop.sql(`insert into payment_events (event_id, type)
    select 'evt_many_' || n, 'refund.failed' from generate_series(2, ${MANY}) n`)
  async function* listEvents() {
    for (let n = 1; n <= MANY; n++)
      yield {
        id: `evt_many_${n}`,
        type: 'refund.failed',
        createdAt: shop.deps.clock(),
        intentId: `pi_many_${n}`,
        otherMode: false,
      }
  }
  const cards = { ...shop.deps.cards, listEvents }
  const { events } = await findLostEvents({ ...shop.deps, cards })
  expect(events.map(({ id }) => id)).toEqual(['evt_many_1'])
})
