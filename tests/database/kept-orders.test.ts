import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
let id: string
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())
beforeEach(async () => {
  buyer = await signUp(shop, 'buyer')
  id = await order(shop, buyer, await putOnSale(shop, seller))
})

const pay = () =>
  shop.sql(`update orders set state = 'paid', held_until = null, paid_at = now() where id = $1`, [id])
const change = (set: string) => shop.sql(`update orders set ${set} where id = $1`, [id])

it.each([
  ['open again', `state = 'open', paid_at = null`],
  ['held', `state = 'held', paid_at = null, held_until = now()`],
  ['paid at another time', `paid_at = now() + interval '1 day'`],
  ['one for another laptop', `product_id = gen_random_uuid()`],
])('a paid order never becomes %s', async (_what, set) => {
  await pay()
  await expect(change(set)).rejects.toThrow('a paid order stays paid')
})

it('a paid order is never deleted', async () => {
  await pay()
  await expect(shop.sql('delete from orders where id = $1', [id])).rejects.toThrow('is never deleted')
})

it('the price of an order never changes, paid or not', async () => {
  for (const other of ['price_cents - 1', 'price_cents + 1'])
    await expect(change(`price_cents = ${other}`)).rejects.toThrow('never changes')
  await pay()
  await expect(change('price_cents = price_cents - 1')).rejects.toThrow('never changes')
})

it('an unpaid order can be held, released and deleted', async () => {
  await change(`state = 'held', held_until = now()`)
  await change(`state = 'open', held_until = null`)
  expect((await shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })).status).toBe(200)
  expect(await shop.sql('select id from orders where id = $1', [id])).toEqual([])
})

it('a paid order remains when its buyer is deleted, without buyer ID and e-mail', async () => {
  await pay()
  const admin = await makeAdmin(shop)
  expect((await shop.call('DELETE', `/api/user/${buyer.id}`, { token: admin.token })).status).toBe(200)
  expect(await shop.sql('select state, buyer_id, buyer_email from orders where id = $1', [id])).toEqual([
    { state: 'paid', buyer_id: null, buyer_email: '' },
  ])
})
