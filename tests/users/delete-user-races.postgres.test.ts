import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, orderUnseen, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

const ROUNDS = 8

let shop: FrontDoor
let admin: Person
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  admin = await makeAdmin(shop)
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

const remove = ({ id }: Person) => shop.call('DELETE', `/api/user/${id}`, { token: admin.token })

/** Deletes a person, and does something else between this step of the deletion and the next. */
async function removeWhile<T>(person: Person, step: string, meanwhile: () => Promise<T>): Promise<T> {
  await shop.sql(`create function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return null; end'`)
  await shop.sql(`create trigger waiting after ${step} execute function wait_for_test()`)
  const holding = await shop.deps.pool.connect()
  await holding.query('select pg_advisory_lock(1)')
  const removing = remove(person)
  const done = await untilWaiting(shop.deps.pool)
    .then(meanwhile)
    .finally(async () => {
      await holding.query('select pg_advisory_unlock(1)')
      holding.release()
      await shop.sql('drop function wait_for_test cascade')
    })
  expect(await removing).toMatchObject({ status: 200 })
  return done
}

it('a buyer who orders, saves and pays during the deletion leaves nothing behind', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await signUp(shop, 'buyer', 'Racing Buyer')
    const { token } = buyer
    const laptops = [
      await putOnSale(shop, seller),
      await putOnSale(shop, seller),
      await putOnSale(shop, seller),
    ]
    const first = await order(shop, buyer, laptops[0] ?? '')
    // `call` throws if an answer is 500.
    const answers = await Promise.all([
      remove(buyer),
      remove(buyer),
      beginPayment(shop, buyer, first),
      ...laptops.flatMap((productId) => [
        shop.call('POST', '/api/booking', { token, body: { ...BOOKING, productId } }),
        shop.call('POST', '/api/wishlist', { token, body: { productId } }),
      ]),
    ])
    const statuses = answers.map(({ status }) => status)
    for (const status of statuses) expect([200, 201, 401, 404, 409]).toContain(status)
    const removed = statuses.slice(0, 2).filter((status) => status === 200).length
    // If it is refused at the moment of a payment, it is tried again, as an admin would.
    if (removed === 0) expect((await remove(buyer)).status).toBe(200)
    expect(removed).toBeLessThanOrEqual(1)
    expect(await shop.sql(`select id from orders where buyer_email = $1`, [buyer.email])).toEqual([])
    expect(await shop.sql(`select id from users where id = $1`, [buyer.id])).toEqual([])
  }
})

it('an order placed concurrently does not prevent the deletion of its buyer', async () => {
  const buyer = await signUp(shop, 'buyer')
  const productId = await putOnSale(shop, seller)
  const ordering = await shop.deps.pool.connect()
  await ordering.query('begin')
  await orderUnseen(ordering, buyer, productId)
  const removing = remove(buyer)
  await untilWaiting(shop.deps.pool)
  await ordering.query('commit')
  ordering.release()
  expect(await removing).toMatchObject({ status: 200 })
  expect(await shop.sql('select id from orders where product_id = $1', [productId])).toEqual([])
})

it('an order placed between two steps of a deletion is deleted, not made anonymous', async () => {
  const buyer = await signUp(shop, 'buyer')
  await order(shop, buyer, await putOnSale(shop, seller))
  const productId = await putOnSale(shop, seller)
  await removeWhile(buyer, 'delete on orders', () => order(shop, buyer, productId))
  expect(await shop.sql('select buyer_id from orders where product_id = $1', [productId])).toEqual([])
})

it('a laptop listed between two steps of a deletion is withdrawn with the others', async () => {
  const leaving = await signUp(shop, 'seller')
  await putOnSale(shop, leaving)
  const listed = await removeWhile(leaving, 'update on products', () => putOnSale(shop, leaving))
  const [kept] = await shop.sql('select seller_id, withdrawn_at from products where id = $1', [listed])
  expect(kept).toEqual({ seller_id: null, withdrawn_at: expect.any(Date) })
})

it('a deletion that finds new orders at every attempt gets a 409, and ends only the sessions', async () => {
  const buyer = await signUp(shop, 'buyer')
  const first = await order(shop, buyer, await putOnSale(shop, seller))
  const productId = await putOnSale(shop, seller)
  await shop.sql(`create function order_on() returns trigger language plpgsql as $$ begin
    insert into orders (id, product_id, seller_id, buyer_id, buyer_name, buyer_email, phone, location,
       product_name, image_id, price_cents)
     select gen_random_uuid(), id, seller_id, '${buyer.id}', 'x', '${buyer.email}', '01700000002', 'x', name, image_id,
       44950 from products where id = '${productId}'; return null; end $$`)
  await shop.sql(
    'create trigger ordering after delete on orders for each statement execute function order_on()',
  )
  const removed = await remove(buyer).finally(() => shop.sql('drop function order_on cascade'))
  expect(removed).toMatchObject({ status: 409, body: { code: 'account-stays' } })
  expect(await shop.sql('select id from orders where buyer_id = $1', [buyer.id])).toEqual([{ id: first }])
  expect(await shop.call('GET', `/api/bookings?email=${buyer.email}`, { token: buyer.token })).toMatchObject({
    status: 401,
  })
  expect((await remove(buyer)).status).toBe(200)
})

/* A deletion locks laptops, then orders, then the person: whatever waits for one of these must not hold the next. */
it.each(['an order', 'a wish'])(
  '%s that waits for the deletion of its buyer does not lock the buyer',
  async (what) => {
    const buyer = await signUp(shop, 'buyer')
    const { token } = buyer
    const productId = await putOnSale(shop, seller)
    const first = await order(shop, buyer, productId)
    const deleting = await shop.deps.pool.connect()
    await deleting.query('begin')
    // An order that was placed after the laptops were locked has a laptop that is not locked.
    const locked = what === 'an order' ? ['orders', first] : ['products', productId]
    await deleting.query(`select from ${locked[0]} where id = $1 for update`, [locked[1]])
    const asked =
      what === 'an order'
        ? shop.call('POST', '/api/booking', {
            token,
            body: { ...BOOKING, productId, location: 'At the river' },
          })
        : shop.call('POST', '/api/wishlist', { token, body: { productId } })
    await untilWaiting(shop.deps.pool)
    try {
      await deleting.query('select from users where id = $1 for update nowait', [buyer.id])
    } finally {
      await deleting.query('rollback')
      deleting.release()
    }
    expect([200, 201]).toContain((await asked).status)
  },
)

it('an order that meets a faster one by the same buyer does not lock the buyer', async () => {
  const buyer = await signUp(shop, 'buyer')
  const productId = await putOnSale(shop, seller)
  await shop.sql(`create function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return new; end'`)
  await shop.sql(
    'create trigger waiting before insert on orders for each row execute function wait_for_test()',
  )
  const deleting = await shop.deps.pool.connect()
  const takeBuyer = () => deleting.query('select from users where id = $1 for update nowait', [buyer.id])
  try {
    // The connection that holds the lock does not wait for it.
    await deleting.query('select pg_advisory_lock(1)')
    const body = { ...BOOKING, productId, location: 'At the river' }
    const asked = shop.call('POST', '/api/booking', { token: buyer.token, body })
    await untilWaiting(shop.deps.pool)
    await takeBuyer()
    await orderUnseen(deleting, buyer, productId)
    await deleting.query('begin')
    await deleting.query('select from orders where product_id = $1 for update', [productId])
    await deleting.query('select pg_advisory_unlock(1)')
    await untilWaiting(shop.deps.pool)
    await takeBuyer()
    await deleting.query('rollback')
    expect(await asked).toMatchObject({ status: 200 })
  } finally {
    deleting.release(true)
    await shop.sql('drop function wait_for_test cascade')
  }
  const met = await shop.sql('select location from orders where product_id = $1', [productId])
  expect(met).toEqual([{ location: 'At the river' }])
})
