import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, renewToken, signUp } from '#tests/support/people.ts'
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

const change = (call: Change, who = seller) => changeLaptop(shop, who, call, laptop)
const row = async () => (await shop.sql('select * from products where id = $1', [laptop]))[0]

/** A buyer's order whose payment has begun: it claims the laptop. */
async function hold() {
  const id = await order(shop, buyer, laptop)
  const { body } = await beginPayment(shop, buyer, id)
  return { id, secret: body.client_secret as string }
}
async function pay() {
  const { id, secret } = await hold()
  await payByCard(shop, secret, CARD.good)
  await tell(shop, buyer, id, secret)
  return id
}

it.each<[string, Change]>([
  ['marked as sold', SOLD],
  ['marked as available', AVAILABLE],
  ['given another price', PRICE],
  ['deleted', DELETE],
])('a laptop cannot be %s while a buyer is paying, until the payment is canceled', async (_what, call) => {
  await hold()
  const before = await row()
  expect(await change(call)).toMatchObject({
    status: 409,
    body: { code: 'laptop-held', detail: expect.stringContaining('is paying') },
  })
  shop.pass({ minutes: 16 })
  seller.token = await renewToken(shop, seller)
  expect(await change(call)).toMatchObject({
    status: 409,
    body: { code: 'laptop-held', detail: expect.stringContaining('time is over') },
  })
  expect(await row()).toEqual(before)
  await reconcilePayments({ ...shop.deps, jobs: shop.deps.jobs })
  expect((await change(call)).status).toBe(200)
})

it('a laptop can be boosted while a buyer is paying', async () => {
  await hold()
  expect((await change(BOOST)).body.modifiedCount).toBe(1)
})

it('a paid laptop can be neither changed nor deleted', async () => {
  const id = await pay()
  for (const call of [SOLD, AVAILABLE, PRICE, DELETE])
    expect(await change(call)).toMatchObject({ status: 409, body: { code: 'already-paid' } })
  expect(await row()).toMatchObject({ status: 'sold', withdrawn_at: null })
  const order = await shop.call('GET', `/api/booking/${id}`, { token: buyer.token })
  expect(order.body).toMatchObject({ paid: true })
  await expectReconciled(shop)
})

it('a laptop is either marked as sold or claimed when seller and buyer act concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    laptop = await putOnSale(shop, seller)
    const id = await order(shop, buyer, laptop)
    const [marked, begun] = await Promise.all([change(SOLD), beginPayment(shop, buyer, id)])
    expect([marked.status, begun.status].sort()).toEqual([200, 409])
    if (begun.status === 200) await shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })
  }
})
