import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { payments } from '#server/database/schema.ts'
import { withTransaction } from '#server/database/with-transaction.ts'
import { giveUpAttempt } from '#server/payments/give-up-attempt.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { type Attempt, atProvider, begun, ordered, stateOf } from './bring.ts'

/* The provider refuses to create a payment, however often it is asked: here, because the key was used before. */

let shop: FrontDoor
let seller: Person
let buyer: Person

/** Runs while the provider's answer to a new payment is on its way. */
let afterCreate = async () => {}

beforeAll(async () => {
  shop = await openFrontDoor({
    between: (sandbox) => ({
      async fetch(request) {
        const answer = await sandbox.fetch(request)
        if (request.method === 'POST' && request.url.endsWith('/v1/payment_intents')) await afterCreate()
        return answer
      },
    }),
  })
  await shop.sandbox.stop()
})
beforeEach(async () => {
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
  ;[buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
})
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

/** Uses the key with which the shop is going to create an order's payment, for this attempt. */
async function takeKeyOf({ id }: Attempt, attempt = 1): Promise<void> {
  const { status } = await shop.sandbox.fetch(
    new Request('http://provider/v1/payment_intents', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.keys.secretKey}`,
        'idempotency-key': `order-${id}-${attempt}`,
      },
      body: new URLSearchParams({ amount: '50', currency: 'usd' }),
    }),
  )
  expect(status).toBe(200)
}

/** A claim whose first call to the provider never arrived, and will be refused when it does. */
async function claimed(): Promise<Attempt> {
  const attempt = await ordered(shop, { buyer, seller })
  shop.sandbox.faults.set('create', 'refused', 2)
  expect((await beginPayment(shop, buyer, attempt.id)).status).toBe(503)
  expect(await stateOf(shop, attempt)).toBe('order held, laptop available, payment requested, -')
  await takeKeyOf(attempt)
  return attempt
}

it('a payment that the provider refuses is created by a second attempt in the same call', async () => {
  const attempt = await ordered(shop, { buyer, seller })
  await takeKeyOf(attempt)
  const { status, body } = await beginPayment(shop, buyer, attempt.id)
  expect(status).toBe(200)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, body.client_secret)).status).toBe(200)
  const tried = 'select attempt, state from payments where order_id = $1 order by attempt'
  expect(await shop.sql(tried, [attempt.id])).toEqual([
    { attempt: 1, state: 'canceled' },
    { attempt: 2, state: 'succeeded' },
  ])
})

it('two refusals in one call lead to a 503 and release the claim, and the next call succeeds', async () => {
  const attempt = await ordered(shop, { buyer, seller })
  await takeKeyOf(attempt)
  await takeKeyOf(attempt, 2)
  const before = shop.lines.length
  expect(await beginPayment(shop, buyer, attempt.id)).toMatchObject({
    status: 503,
    body: { code: 'card-provider-unavailable' },
  })
  expect(await stateOf(shop, attempt)).toBe('order open, laptop available, payment canceled, -')
  expect(shop.lines.slice(before).filter((line) => line.includes('"payment-refused"'))).toHaveLength(2)
  const { status, body } = await beginPayment(shop, buyer, attempt.id)
  expect(status).toBe(200)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, body.client_secret)).status).toBe(200)
})

it('refusals by the provider do not count towards the rate limits on claims and payments', async () => {
  const attempt = await ordered(shop, { buyer, seller })
  for (const taken of [1, 2, 3, 4]) await takeKeyOf(attempt, taken)
  expect((await beginPayment(shop, buyer, attempt.id)).status).toBe(503)
  expect((await beginPayment(shop, buyer, attempt.id)).status).toBe(503)
  expect((await beginPayment(shop, buyer, attempt.id)).status).toBe(200)
  const counted = 'select count from rate_limits where key like $1'
  for (const key of [`claims ${buyer.id} %`, `payments ${buyer.id}`])
    expect(await shop.sql(counted, [key])).toEqual([{ count: 1 }])
})

it('two concurrent calls whose first attempt is refused count as one claim', async () => {
  const attempt = await ordered(shop, { buyer, seller })
  await takeKeyOf(attempt)
  let faster: Awaited<ReturnType<typeof beginPayment>> | undefined
  afterCreate = async () => {
    afterCreate = async () => {}
    faster = await beginPayment(shop, buyer, attempt.id)
  }
  expect((await beginPayment(shop, buyer, attempt.id)).body).toEqual(faster?.body)
  expect(faster?.status).toBe(200)
  const counted = 'select count from rate_limits where key like $1'
  expect(await shop.sql(counted, [`claims ${buyer.id} %`])).toEqual([{ count: 1 }])
})

it('a claim whose payment is refused expires, and another buyer can pay for the laptop', async () => {
  const { laptop } = await claimed()
  shop.pass({ minutes: 16 })
  const [rival] = (await crowd(shop, 'buyer', 1)) as [Person]
  expect((await beginPayment(shop, rival, await order(shop, rival, laptop))).status).toBe(200)
})

it('the reconciler releases a claim whose payment is refused after half a minute', async () => {
  const attempt = await claimed()
  shop.pass({ minutes: 29 / 60 })
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect(await stateOf(shop, attempt)).toBe('order held, laptop available, payment requested, -')
  shop.pass({ minutes: 2 / 60 })
  const before = shop.lines.length
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect(await stateOf(shop, attempt)).toBe('order open, laptop available, payment canceled, -')
  const events = shop.lines.slice(before).map((line) => JSON.parse(line).event)
  expect(events).toEqual(['payment-refused'])
})

it('a claim whose payment is refused does not prevent deleting the order or the buyer', async () => {
  const { id } = await claimed()
  const remove = (path: string, { token }: Person) => shop.call('DELETE', path, { token })
  const gone = { status: 200, body: { deletedCount: 1 } }
  expect(await remove(`/api/myorders/${id}`, buyer)).toMatchObject(gone)
  await claimed()
  const [admin] = (await crowd(shop, 'admin', 1)) as [Person]
  expect(await remove(`/api/user/${buyer.id}`, admin)).toMatchObject(gone)
})

/** As another process does whose own call to create the payment was refused. */
async function giveUp({ id }: Attempt): Promise<void> {
  const [payment] = await shop.deps.db.select().from(payments).where(eq(payments.orderId, id))
  if (!payment) throw new Error('There is no payment.')
  await withTransaction(shop.deps.pool, (db) => giveUpAttempt(db, payment, shop.deps.clock()))
}

it('a charge on an attempt that was given up buys the laptop', async () => {
  const attempt = await begun(shop, { buyer, seller })
  await giveUp(attempt)
  expect(await stateOf(shop, attempt)).toMatch(/^order open, laptop available, payment canceled/)
  await payByCard(shop, attempt.secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, attempt.secret)).status).toBe(200)
  expect(await stateOf(shop, attempt)).toMatch(/^order paid, laptop sold, payment succeeded/)
})

it('a charge on an attempt that was given up is recorded by the reconciler', async () => {
  const attempt = await begun(shop, { buyer, seller })
  await giveUp(attempt)
  await payByCard(shop, attempt.secret, CARD.good)
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect(await stateOf(shop, attempt)).toMatch(/^order paid, laptop sold, payment succeeded/)
})

it('a charge on an attempt that was given up is refunded while another buyer holds the laptop', async () => {
  const attempt = await begun(shop, { buyer, seller })
  await giveUp(attempt)
  const [rival] = (await crowd(shop, 'buyer', 1)) as [Person]
  const theirs = await order(shop, rival, attempt.laptop)
  const { body } = await beginPayment(shop, rival, theirs)
  await payByCard(shop, attempt.secret, CARD.good)
  expect(await tell(shop, buyer, attempt.id, attempt.secret)).toMatchObject({
    status: 409,
    body: { code: 'payment-refunded' },
  })
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, rival, theirs, body.client_secret)).status).toBe(200)
})

it('a charge on an attempt that was given up is refunded when the next attempt was paid', async () => {
  const attempt = await begun(shop, { buyer, seller })
  await giveUp(attempt)
  const next = (await beginPayment(shop, buyer, attempt.id)).body.client_secret
  await payByCard(shop, next, CARD.good)
  expect((await tell(shop, buyer, attempt.id, next)).status).toBe(200)
  await payByCard(shop, attempt.secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, attempt.secret)).body.code).toBe('payment-refunded')
})

it('a wrong charge on an attempt that was given up is refunded, and the next attempt goes on', async () => {
  const attempt = await begun(shop, { buyer, seller })
  await giveUp(attempt)
  const next = (await beginPayment(shop, buyer, attempt.id)).body.client_secret
  await atProvider(shop, `payment_intents/${attempt.intentId}`, { amount: '50' })
  await payByCard(shop, attempt.secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, attempt.secret)).body.code).toBe('payment-refunded')
  expect(await shop.sql('select state from orders where id = $1', [attempt.id])).toEqual([{ state: 'held' }])
  await payByCard(shop, next, CARD.good)
  expect((await tell(shop, buyer, attempt.id, next)).status).toBe(200)
})

it('a charge on an attempt that was given up buys the laptop and cancels the next attempt', async () => {
  const attempt = await begun(shop, { buyer, seller })
  await giveUp(attempt)
  const next = (await beginPayment(shop, buyer, attempt.id)).body.client_secret
  await payByCard(shop, attempt.secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, attempt.secret)).status).toBe(200)
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect((await shop.deps.cards.readIntent(transactionOf(next)))?.status).toBe('canceled')
  expect(await stateOf(shop, attempt)).toBe('order paid, laptop sold, payment canceled, canceled')
})

it('a payment whose attempt ends while it is being created is replaced by the next attempt', async () => {
  const attempt = await ordered(shop, { buyer, seller })
  afterCreate = async () => {
    afterCreate = async () => {}
    await giveUp(attempt)
  }
  const { status, body } = await beginPayment(shop, buyer, attempt.id)
  expect(status).toBe(200)
  const made = await shop.sql('select state, intent_id from payments where order_id = $1 order by attempt', [
    attempt.id,
  ])
  expect(made).toEqual([
    { state: 'canceled', intent_id: null },
    { state: 'open', intent_id: transactionOf(body.client_secret) },
  ])
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, body.client_secret)).status).toBe(200)
})
