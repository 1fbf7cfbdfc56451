import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releaseExpiredHolds } from '#server/payments/release-expired-holds.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import { type Person, renewToken, signUp } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { begun, newBuyer } from './bring.ts'

const PROCESSING_DECLINED = '4000000000088023'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
})
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

const orders = (buyer: Person, count: number) =>
  Promise.all(Array.from({ length: count }, async () => order(shop, buyer, await putOnSale(shop, seller))))
const held = ({ id }: Person) =>
  shop.sql(`select id from orders where buyer_id = $1 and state = 'held' order by id`, [id])

it('the 31st payment that a buyer begins in an hour is refused with 429 until the hour is over', async () => {
  const buyer = await signUp(shop, 'buyer')
  await begun(shop, { buyer, seller })
  await shop.sql('update rate_limits set count = 29 where key = $1', [`payments ${buyer.id}`])
  const [last, refused] = (await orders(buyer, 2)) as [string, string]
  expect((await beginPayment(shop, buyer, last)).status).toBe(200)
  expect(await beginPayment(shop, buyer, last)).toMatchObject({ status: 200 })
  expect(await beginPayment(shop, buyer, refused)).toMatchObject({
    status: 429,
    body: { code: 'too-many-requests', detail: expect.stringMatching(/too many payments/) },
  })
  shop.pass({ minutes: 61 })
  buyer.token = await renewToken(shop, buyer)
  expect((await beginPayment(shop, buyer, refused)).status).toBe(200)
})

it('deleting a held order beyond the limit on provider queries gets a 429, an open one a 200', async () => {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const [first, second] = (await orders(buyer, 2)) as [string, string]
  expect((await beginPayment(shop, buyer, first)).status).toBe(200)
  await shop.sql('update rate_limits set count = 120 where key = $1', [`payment-questions ${buyer.id}`])
  const remove = (id: string) => shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })
  expect([(await remove(first)).status, (await remove(second)).status]).toEqual([429, 200])
})

it('a claim ended by the payment of another buyer is audited without a network address', async () => {
  const buyer = await newBuyer(shop)
  const { laptop } = await begun(shop, { buyer, seller })
  shop.pass({ minutes: 16 })
  const rival = await newBuyer(shop)
  expect((await beginPayment(shop, rival, await order(shop, rival, laptop))).status).toBe(200)
  const trail = 'select action, address from audit_events where actor_id = $1 order by id'
  expect(await shop.sql(trail, [buyer.id])).toEqual([
    { action: 'payment-requested', address: '127.0.0.1' },
    { action: 'payment-canceled', address: null },
  ])
  expect(await shop.sql(trail, [rival.id])).toEqual([{ action: 'payment-requested', address: '127.0.0.1' }])
  const released = `select address from audit_events where action = 'hold-released' and details->>'productId' = $1`
  expect(await shop.sql(released, [laptop])).toEqual([{ address: null }])
})

it('a payment reported by an event is audited without the network address of the provider', async () => {
  const buyer = await newBuyer(shop)
  const { secret, intentId } = await begun(shop, { buyer, seller })
  await payByCard(shop, secret, CARD.good)
  expect((await tellByEvent(shop, intentId)).status).toBe(200)
  const trail = 'select action, address from audit_events where actor_id = $1 order by id'
  expect(await shop.sql(trail, [buyer.id])).toEqual([
    { action: 'payment-requested', address: '127.0.0.1' },
    { action: 'product-sold', address: null },
    { action: 'payment-succeeded', address: null },
  ])
})

it('of eight payments that a buyer begins concurrently three claim a laptop, five do not', async () => {
  const buyer = await newBuyer(shop)
  const ids = await orders(buyer, 8)
  const answers = await Promise.all(ids.map((id) => beginPayment(shop, buyer, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('too-many-holds')
  const begun = await held(buyer)
  expect(begun).toHaveLength(3)
  for (const { id } of begun) expect((await beginPayment(shop, buyer, id)).status).toBe(200)
  await expectInvariants(shop)
})

it('a payment begun eight times concurrently is one payment attempt', async () => {
  const buyer = await newBuyer(shop)
  const [id] = (await orders(buyer, 1)) as [string]
  const answers = await Promise.all(Array.from({ length: 8 }, () => beginPayment(shop, buyer, id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body.client_secret)).size).toBe(1)
  expect(await shop.sql('select attempt from payments where order_id = $1', [id])).toEqual([{ attempt: 1 }])
  await expectInvariants(shop)
})

it('a payment begun twice in the same millisecond counts once towards the rate limit', async () => {
  const buyer = await newBuyer(shop)
  const [id] = (await orders(buyer, 1)) as [string]
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (let time = 0; time < 2; time++) expect((await beginPayment(shop, buyer, id)).status).toBe(200)
  const counted = 'select count from rate_limits where key = $1'
  expect(await shop.sql(counted, [`payments ${buyer.id}`])).toEqual([{ count: 1 }])
})

it('reloading the page does not renew a claim: it expires after 15 minutes', async () => {
  const buyer = await signUp(shop, 'buyer')
  const { id, laptop } = await begun(shop, { buyer, seller })
  const [{ held_until }] = (await shop.sql('select held_until from orders where id = $1', [id])) as [
    { held_until: Date },
  ]
  shop.pass({ minutes: 9 })
  const { body } = await beginPayment(shop, buyer, id)
  expect(body.heldUntil).toBe(held_until.toISOString())
  shop.pass({ minutes: 7 })
  const rival = await newBuyer(shop)
  expect((await beginPayment(shop, rival, await order(shop, rival, laptop))).status).toBe(200)
  await expectInvariants(shop)
})

it('a buyer can claim a laptop three times in two hours, even if the order is deleted each time', async () => {
  const [buyer, rival] = (await crowd(shop, 'buyer', 2)) as [Person, Person]
  const laptop = await putOnSale(shop, seller)
  const begin = async () => beginPayment(shop, buyer, await order(shop, buyer, laptop))
  const remove = (id: string) => shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })
  const claimed = async () => {
    const id = await order(shop, buyer, laptop)
    const { status } = await beginPayment(shop, buyer, id)
    return { status, deleted: (await remove(id)).body.deletedCount }
  }
  for (let n = 0; n < 2; n++) expect(await claimed()).toEqual({ status: 200, deleted: 1 })
  expect((await begin()).status).toBe(200)
  // The third claim continues until its time is over.
  expect((await begin()).status).toBe(200)
  await remove(await order(shop, buyer, laptop))
  const refused = await begin()
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(7_000)
  expect(await held(buyer)).toEqual([])
  expect((await beginPayment(shop, rival, await order(shop, rival, laptop))).status).toBe(200)
  await expectInvariants(shop)
})

it('three expired claims do not prevent a fourth, and are released by it', async () => {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const ids = await orders(buyer, 4)
  for (const id of ids.slice(0, 3)) expect((await beginPayment(shop, buyer, id)).status).toBe(200)
  expect((await beginPayment(shop, buyer, ids[3] ?? '')).status).toBe(409)
  await shop.sql(`update orders set held_until = $2 where buyer_id = $1 and state = 'held'`, [
    buyer.id,
    new Date(shop.deps.clock().getTime() - 1),
  ])
  expect((await beginPayment(shop, buyer, ids[3] ?? '')).status).toBe(200)
  expect(await held(buyer)).toEqual([{ id: ids[3] }])
  await expectInvariants(shop)
})

it('a late cancellation event of an earlier attempt does not release the claim of the next one', async () => {
  const [buyer, rival] = (await crowd(shop, 'buyer', 2)) as [Person, Person]
  const { id, laptop, intentId } = await begun(shop, { buyer, seller })
  await shop.deps.cards.cancelIntent(intentId)
  const next = await beginPayment(shop, buyer, id)
  expect(transactionOf(next.body.client_secret)).not.toBe(intentId)
  expect((await tellByEvent(shop, intentId, 'payment_intent.canceled')).status).toBe(200)
  await expectInvariants(shop)
  const theirs = await beginPayment(shop, rival, await order(shop, rival, laptop))
  expect(theirs).toMatchObject({ status: 409, body: { code: 'laptop-held' } })
})

it('a claim that cannot be released does not prevent the release of others', async () => {
  const [first, second] = (await crowd(shop, 'buyer', 2)) as [Person, Person]
  const attempts = [await begun(shop, { buyer: first, seller }), await begun(shop, { buyer: second, seller })]
  const ids = attempts.map(({ id }) => id)
  await shop.sql(`update orders set held_until = '2020-01-01' where id = any($1)`, [ids])
  await shop.sql(`update orders set held_until = '2019-01-01' where id = $1`, [ids[0]])
  shop.sandbox.faults.set('cancel', '500', 2)
  await reconcilePayments({ ...shop.deps, jobs: shop.deps.jobs })
  shop.sandbox.faults.clear()
  const states = await shop.sql('select state from orders where id = any($1) order by state', [ids])
  expect(states).toEqual([{ state: 'held' }, { state: 'open' }])
  await reconcilePayments({ ...shop.deps, jobs: shop.deps.jobs })
  expect(await shop.sql(`select id from orders where id = any($1) and state <> 'open'`, [ids])).toEqual([])
  await expectInvariants(shop)
})

it('a claim that its buyer renews while expired claims are being released is not released', async () => {
  const [first, second, third] = (await crowd(shop, 'buyer', 3)) as [Person, Person, Person]
  const attempts = await Promise.all(
    [first, second].map(async (buyer) => ({ buyer, ...(await begun(shop, { buyer, seller })) })),
  )
  const stuck = await begun(shop, { buyer: third, seller })
  const ids = attempts.map(({ id }) => id)
  await shop.sql(`update orders set held_until = '2020-01-01' where id = any($1)`, [[...ids, stuck.id]])
  const { cards } = shop.deps
  let renewed = ''
  const cancelIntent = async (intentId: string) => {
    const late = attempts.find((attempt) => attempt.intentId !== intentId)
    if (late && !renewed) {
      renewed = late.id
      expect((await beginPayment(shop, late.buyer, late.id)).status).toBe(200)
    }
    if (intentId === stuck.intentId) throw new Error('It stays expired.')
    return cards.cancelIntent(intentId)
  }
  await releaseExpiredHolds({ ...shop.deps, cards: { ...cards, cancelIntent } })
  const kept = await shop.sql(`select id from orders where id = any($1) and state = 'held'`, [ids])
  expect(kept).toEqual([{ id: renewed }])
  const secret = attempts.find(({ id }) => id === renewed)?.secret ?? ''
  expect((await payByCard(shop, secret, CARD.good)).status).toBe('succeeded')
  const buyer = renewed === ids[0] ? first : second
  expect((await tell(shop, buyer, renewed, secret)).status).toBe(200)
  await expectInvariants(shop)
})

it('a claim does not expire while its payment is processing', async () => {
  const buyer = await signUp(shop, 'buyer')
  const { id, laptop, secret } = await begun(shop, { buyer, seller })
  expect((await payByCard(shop, secret, CARD.processing)).status).toBe('processing')
  for (let quarter = 0; quarter < 3; quarter++) {
    shop.pass({ minutes: 16 })
    const [rival] = (await crowd(shop, 'buyer', 1)) as [Person]
    const theirs = await beginPayment(shop, rival, await order(shop, rival, laptop))
    expect(theirs).toMatchObject({ status: 409, body: { code: 'laptop-held' } })
  }
  expect(await shop.sql('select state from orders where id = $1', [id])).toEqual([{ state: 'held' }])
  await expectInvariants(shop)
})

it('a payment that starts processing early neither renews its claim nor counts as a claim', async () => {
  const buyer = await newBuyer(shop)
  const { id, secret, intentId } = await begun(shop, { buyer, seller })
  const claim = async () => [
    await shop.sql('select held_until from orders where id = $1', [id]),
    await shop.sql('select count from rate_limits where key like $1', [`claims ${buyer.id} %`]),
  ]
  const before = await claim()
  expect((await payByCard(shop, secret, CARD.processing)).status).toBe('processing')
  shop.pass({ minutes: 7 })
  expect((await tellByEvent(shop, intentId, 'payment_intent.processing')).status).toBe(200)
  expect(await claim()).toEqual(before)
})

/** Only a running sandbox settles a payment. All of its events are dropped, including those of earlier tests. */
async function declineAll(): Promise<void> {
  shop.sandbox.faults.set('deliver', 'dropped', 1000)
  await shop.sandbox.start()
  await shop.sandbox.settled()
  await shop.sandbox.stop()
  shop.sandbox.faults.clear()
}

it('a card that is declined after long processing leaves time to pay with another card', async () => {
  const buyer = await signUp(shop, 'buyer')
  const { id, secret, intentId } = await begun(shop, { buyer, seller })
  expect((await payByCard(shop, secret, PROCESSING_DECLINED)).status).toBe('processing')
  shop.pass({ minutes: 10 })
  expect((await tellByEvent(shop, intentId, 'payment_intent.processing')).status).toBe(200)
  await declineAll()
  shop.pass({ minutes: 10 })
  await reconcilePayments({ ...shop.deps, jobs: shop.deps.jobs })
  expect((await payByCard(shop, secret, CARD.good)).status).toBe('succeeded')
  buyer.token = await renewToken(shop, buyer)
  expect((await tell(shop, buyer, id, secret)).status).toBe(200)
  await expectInvariants(shop)
})

it('cards that are declined one after the other keep a laptop claimed for 32 minutes at most', async () => {
  const [buyer, rival] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  const { laptop, secret, intentId } = await begun(shop, { buyer, seller })
  const theirs = await order(shop, rival, laptop)
  const rivalBegins = async () => {
    rival.token = await renewToken(shop, rival)
    return (await beginPayment(shop, rival, theirs)).status
  }
  let minutes = 0
  for (; (await rivalBegins()) === 409 && minutes < 120; minutes += 8) {
    await payByCard(shop, secret, PROCESSING_DECLINED)
    shop.pass({ minutes: 8 })
    await tellByEvent(shop, intentId, 'payment_intent.processing')
    await declineAll()
    await tellByEvent(shop, intentId, 'payment_intent.payment_failed')
  }
  expect(minutes).toBe(32)
  expect(await rivalBegins()).toBe(200)
  await expectInvariants(shop)
})
