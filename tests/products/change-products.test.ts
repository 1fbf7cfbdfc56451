import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BOOST_DAYS } from '#contract/limits.ts'
import { beginPayment } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'
import { AVAILABLE, BOOST, type Change, changeLaptop, DELETE, PRICE, SOLD } from './selling.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
let laptop: string
beforeAll(async () => {
  shop = await openFrontDoor()
})
beforeEach(async () => {
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
  laptop = await putOnSale(shop, seller)
})
afterAll(() => shop.close())

const change = (call: Change, id = laptop, who = seller) => changeLaptop(shop, who, call, id)
const row = async () => (await shop.sql('select * from products where id = $1', [laptop]))[0]
const advertised = async () =>
  (await shop.call('GET', '/api/adsproduct')).body.map(({ _id }: { _id: string }) => _id)
const publicLists = async () =>
  JSON.stringify(
    await Promise.all(
      ['products', 'adsproduct', 'product?brand=hp', 'brand/hp'].map(
        async (path) => (await shop.call('GET', `/api/${path}`)).body,
      ),
    ),
  )

it('changes that the audit trail keeps for good count towards one limit, which refuses each of them', async () => {
  for (const call of [PRICE, SOLD, AVAILABLE]) expect((await change(call)).body.modifiedCount).toBe(1)
  const key = `change-product ${seller.id}`
  expect(await shop.sql('select count from rate_limits where key = $1', [key])).toEqual([{ count: 3 }])
  await shop.sql('update rate_limits set count = 300 where key = $1', [key])
  const other = await putOnSale(shop, seller)
  for (const call of [PRICE, SOLD]) expect((await change(call, other)).status).toBe(429)
  await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [other])
  expect((await change(AVAILABLE, other)).status).toBe(429)
})

describe.each<[string, Change]>([
  ['marking as sold', SOLD],
  ['marking as available', AVAILABLE],
  ['boosting', BOOST],
  ['changing the price', PRICE],
  ['deleting', DELETE],
])('%s', (_what, call) => {
  it('responds 404 to other sellers, 403 to other roles, 401 to visitors, and changes nothing', async () => {
    const before = await row()
    const others = await change(call, laptop, await signUp(shop, 'seller'))
    const unknown = await change(call, '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e')
    expect(others.status).toBe(404)
    expect(others.body).toEqual(unknown.body)
    expect((await change(call, 'x')).status).toBe(404)
    expect((await change(call, laptop, buyer)).status).toBe(403)
    expect((await change(call, laptop, await makeAdmin(shop))).status).toBe(403)
    const [method, path, body] = call
    expect((await shop.call(method, `${path}/${laptop}`, { ...(body && { body }) })).status).toBe(401)
    expect(await row()).toEqual(before)
  })

  it('responds 404 for a withdrawn laptop', async () => {
    await shop.sql('update products set withdrawn_at = now() where id = $1', [laptop])
    expect((await change(call)).status).toBe(404)
  })
})

it.each([SOLD, AVAILABLE, BOOST, DELETE])(
  '%s %s accepts the content type of JSON without a body',
  async (method, path) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await shop.call(method, `${path}/${laptop}`, { token: seller.token, headers })
    expect(answer.status).toBe(200)
  },
)

it('a laptop is marked as sold once: it is unlisted, and its open orders cannot be paid', async () => {
  const id = await order(shop, buyer, laptop)
  expect(await change(SOLD)).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1 } })
  expect((await change(SOLD)).body.modifiedCount).toBe(0)
  expect(await row()).toMatchObject({ status: 'sold', sold_at: expect.any(Date) })
  expect(await publicLists()).not.toContain(laptop)
  expect(await beginPayment(shop, buyer, id)).toMatchObject({
    status: 409,
    body: { code: 'laptop-not-available' },
  })
})

it('a laptop is marked as available again once: it is listed, and its orders can be paid', async () => {
  const id = await order(shop, buyer, laptop)
  const other = await putOnSale(shop, seller)
  for (const sold of [laptop, other]) await change(SOLD, sold)
  expect(await change(AVAILABLE)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
  expect((await change(AVAILABLE)).body.modifiedCount).toBe(0)
  expect(await row()).toMatchObject({ status: 'available', sold_at: null })
  expect(await publicLists()).toContain(laptop)
  expect(await publicLists()).not.toContain(other)
  expect((await beginPayment(shop, buyer, id)).status).toBe(200)
})

it('a boost lasts as long as the contract says, and cannot be extended meanwhile', async () => {
  expect(await change(BOOST)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
  expect(await advertised()).toContain(laptop)
  const until = (await row())?.advertised_until
  expect(until.getTime() - shop.deps.clock().getTime()).toBeCloseTo(BOOST_DAYS * 86_400_000, -5)
  expect((await change(BOOST)).body.modifiedCount).toBe(0)
  expect((await row())?.advertised_until).toEqual(until)

  await shop.sql(`update products set advertised_until = now() - interval '1 minute' where id = $1`, [laptop])
  expect(await advertised()).not.toContain(laptop)
  expect((await change(BOOST)).body.modifiedCount).toBe(1)
})

it('a sold laptop cannot be boosted', async () => {
  await change(SOLD)
  expect(await change(BOOST)).toMatchObject({ status: 409, body: { code: 'laptop-not-available' } })
  expect((await row())?.advertised_until).toBeNull()
})

it('a deleted laptop is unlisted, its orders cannot be paid, and wishes show it as sold', async () => {
  await shop.call('POST', '/api/wishlist', { token: buyer.token, body: { productId: laptop } })
  const id = await order(shop, buyer, laptop)
  expect(await change(DELETE)).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } })
  expect((await change(DELETE)).status).toBe(404)
  expect(await publicLists()).not.toContain(laptop)
  expect(
    (await shop.call('GET', `/api/myproduct?email=${seller.email}`, { token: seller.token })).body,
  ).toEqual([])
  const orders = await shop.call('GET', `/api/bookings?email=${buyer.email}`, { token: buyer.token })
  expect(orders.body).toMatchObject([{ _id: id, paid: false, available: false }])
  expect(await beginPayment(shop, buyer, id)).toMatchObject({
    status: 409,
    body: { code: 'laptop-not-available', detail: expect.stringContaining('no longer for sale') },
  })
  const wishes = await shop.call('GET', `/api/wishlist?email=${buyer.email}`, { token: buyer.token })
  expect(wishes.body).toMatchObject([{ productId: laptop, status: 'sold' }])
})
