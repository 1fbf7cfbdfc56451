import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releaseExpiredHolds } from '#server/payments/release-expired-holds.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'
import { type Attempt, begun, ordered, stateOf } from './bring.ts'
import { createFaultyProvider, FAULTS, TIMEOUTS } from './faults-provider.ts'

/* The provider fails to create a payment, and keeps failing. The buyer was never given the means to pay it. */

const provider = createFaultyProvider()
const HELD = 'order held, laptop available, payment requested, -'
const LET_GO = 'order open, laptop available, payment canceled, -'

let shop: FrontDoor
let seller: Person
let buyer: Person
let works = () => {}

beforeAll(async () => {
  shop = await openFrontDoor({ timeouts: TIMEOUTS, between: provider.between })
  await shop.sandbox.stop()
})
beforeEach(async () => {
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
  ;[buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
})
afterEach(() => works())
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

/** A claim whose payment the provider does not create, however often it is asked. */
async function claimed(fault = '500'): Promise<Attempt> {
  const attempt = await ordered(shop, { buyer, seller })
  const beginning = { method: 'POST', path: /payment_intents$/, about: attempt.id }
  works = provider.fail(beginning, FAULTS[fault]!).recover
  expect((await beginPayment(shop, buyer, attempt.id)).status).toBe(503)
  expect(await stateOf(shop, attempt)).toBe(HELD)
  return attempt
}

it('a claim whose payment cannot be created expires, and another buyer can pay for the laptop', async () => {
  const { laptop } = await claimed()
  shop.pass({ minutes: 16 })
  const [rival] = (await crowd(shop, 'buyer', 1)) as [Person]
  const theirs = await order(shop, rival, laptop)
  const { status, body } = await beginPayment(shop, rival, theirs)
  expect(status).toBe(200)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, rival, theirs, body.client_secret)).status).toBe(200)
})

it('the reconciler releases a claim without a created payment when it expires, not before', async () => {
  const attempt = await claimed()
  shop.pass({ minutes: 14 })
  await reconcilePayments(shop.deps)
  expect(await stateOf(shop, attempt)).toBe(HELD)
  shop.pass({ minutes: 2 })
  await reconcilePayments(shop.deps)
  expect(await stateOf(shop, attempt)).toBe(LET_GO)
  expect(await reconcilePayments(shop.deps)).toBe(0)
})

it.each(['500', 'connection reset after it acted'])(
  'a claim whose payment cannot be created does not prevent deleting the order or the buyer (%s)',
  async (fault) => {
    const { id } = await claimed(fault)
    const remove = (path: string, { token }: Person) => shop.call('DELETE', path, { token })
    const gone = { status: 200, body: { deletedCount: 1 } }
    expect(await remove(`/api/myorders/${id}`, buyer)).toMatchObject(gone)
    works()
    await claimed(fault)
    const [admin] = (await crowd(shop, 'admin', 1)) as [Person]
    expect(await remove(`/api/user/${buyer.id}`, admin)).toMatchObject(gone)
  },
)

it('a claim whose payment is unknown to the provider is released when it expires', async () => {
  const attempt = await begun(shop, { buyer, seller })
  await shop.sql('delete from sandbox_stripe.intents where id = $1', [attempt.intentId])
  shop.pass({ minutes: 16 })
  await releaseExpiredHolds(shop.deps)
  expect(await stateOf(shop, attempt)).toBe(LET_GO)
})

const attempts = ({ id }: Attempt) =>
  shop.sql('select attempt, state from payments where order_id = $1 order by attempt', [id])

it('a 500 stored under the key of a new payment leads to a second attempt in the same call', async () => {
  const attempt = await ordered(shop, { buyer, seller })
  shop.sandbox.faults.set('create', '500')
  const { status, body } = await beginPayment(shop, buyer, attempt.id)
  expect(status).toBe(200)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, body.client_secret)).status).toBe(200)
  expect(await attempts(attempt)).toEqual([
    { attempt: 1, state: 'canceled' },
    { attempt: 2, state: 'succeeded' },
  ])
})

it('the reconciler cancels an attempt with a stored 500 and releases its claim within a minute', async () => {
  const attempt = await ordered(shop, { buyer, seller })
  shop.sandbox.faults.set('create', '500')
  shop.sandbox.faults.set('create', 'refused')
  expect((await beginPayment(shop, buyer, attempt.id)).status).toBe(503)
  expect(await stateOf(shop, attempt)).toBe(HELD)
  shop.pass({ minutes: 1 })
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect(await stateOf(shop, attempt)).toBe(LET_GO)
  expect((await beginPayment(shop, buyer, attempt.id)).status).toBe(200)
})

it('deleting an order while its payment is being created cancels the payment at the provider', async () => {
  const attempt = await begun(shop, { buyer, seller })
  const set = 'update payments set state = $2, intent_id = $3 where order_id = $1'
  await shop.sql(set, [attempt.id, 'requested', null])
  // As another process does that has the provider's answer.
  const other = await shop.deps.pool.connect()
  await other.query('begin')
  await other.query(set, [attempt.id, 'open', attempt.intentId])
  const deleted = shop.call('DELETE', `/api/myorders/${attempt.id}`, { token: buyer.token })
  await untilWaiting(shop.deps.pool)
  await other.query('commit')
  other.release()
  expect(await deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } })
  expect(await stateOf(shop, attempt)).toBe('order gone, laptop available, payment canceled, canceled')
})
