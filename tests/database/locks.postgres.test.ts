import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type Answer, type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

/*
 * A row lock holds only inside the transaction that goes on to write: taken outside, it is released at once and guards
 * nothing. So each change is stopped in the middle, and the laptop's row must be locked then.
 */

let shop: FrontDoor
let seller: Person
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  // Otherwise its payment event would arrive before the page reports the payment.
  await shop.sandbox.stop()
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
})
afterAll(() => shop.close())

const asSeller = (call: string) => (laptop: string) => {
  const [method = '', path = ''] = call.split(' ')
  return shop.call(method, `/api/${path}/${laptop}`, { token: seller.token })
}
const claim = async (laptop: string) => {
  const bookingId = await order(shop, buyer, laptop)
  const { body } = await beginPayment(shop, buyer, bookingId)
  return { bookingId, clientSecret: body.client_secret as string }
}

/** Each change, the point after it has locked the laptop where it is stopped, and the prepared change itself. */
const CHANGES: [string, string, (laptop: string) => Promise<() => Promise<Answer>>][] = [
  [
    'an order is placed',
    'orders in exclusive mode',
    async (productId) => () =>
      shop.call('POST', '/api/booking', { token: buyer.token, body: { ...BOOKING, productId } }),
  ],
  [
    'a buyer claims the laptop',
    'payments in exclusive mode',
    async (laptop) => {
      const bookingId = await order(shop, buyer, laptop)
      return () => beginPayment(shop, buyer, bookingId)
    },
  ],
  [
    'a payment is recorded',
    'orders in exclusive mode',
    async (laptop) => {
      const { bookingId, clientSecret } = await claim(laptop)
      await payByCard(shop, clientSecret, CARD.good)
      return () => tell(shop, buyer, bookingId, clientSecret)
    },
  ],
  [
    'an unpaid order is deleted',
    'orders in exclusive mode',
    async (laptop) => {
      const id = await order(shop, buyer, laptop)
      return () => shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })
    },
  ],
  [
    'a laptop is deleted',
    'orders in access exclusive mode',
    async (id) => () => asSeller('DELETE myproduct')(id),
  ],
  [
    'a laptop is marked as sold',
    'orders in access exclusive mode',
    async (id) => () => asSeller('PUT productsold')(id),
  ],
  [
    'the price of a laptop is changed',
    'orders in access exclusive mode',
    async (id) => () =>
      shop.call('PUT', `/api/productprice/${id}`, { token: seller.token, body: { currentPrice: '400' } }),
  ],
  [
    'a laptop is put back on sale',
    'orders in access exclusive mode',
    async (id) => {
      await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [id])
      return () => asSeller('PUT productavailable')(id)
    },
  ],
  [
    'a report is decided',
    'reports in exclusive mode',
    async (productId) => {
      const { token } = await makeAdmin(shop)
      const report = { productId, reason: 'Asks for money in advance.' }
      const { body } = await shop.call('POST', '/api/reports', { token: buyer.token, body: report })
      const decision = { decision: 'dismissed', reason: 'Looked at.' }
      return () => shop.call('PUT', `/api/reports/${body.insertedId}`, { token, body: decision })
    },
  ],
]

it.each(CHANGES)('while %s, the row of the laptop is locked', async (_what, stop, prepare) => {
  const laptop = await putOnSale(shop, seller)
  const change = await prepare(laptop)
  const stopper = await shop.deps.pool.connect()
  await stopper.query('begin')
  await stopper.query(`lock table ${stop}`)
  const answer = change()
  try {
    await untilWaiting(shop.deps.pool)
    await expect(
      shop.sql('select 1 from products where id = $1 for no key update nowait', [laptop]),
    ).rejects.toMatchObject({ code: '55P03' })
  } finally {
    await stopper.query('rollback')
    stopper.release()
  }
  expect((await answer).status).toBeLessThan(300)
})
