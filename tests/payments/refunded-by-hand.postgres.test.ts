import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { type Attempt, atProvider, begun, bring, stateOf } from './bring.ts'

/*
 * Somebody pays while the shop is down, and the operator returns the money at the provider, before or after the shop
 * knows of the payment.
 */

let shop: FrontDoor
let seller: Person
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
})
beforeEach(async () => {
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
  ;[buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
})
afterAll(() => shop.close())

const unheard = () => bring['succeeded, unknown to the shop'](shop, { buyer, seller })
const returnByHand = ({ intentId }: Attempt, amount: Record<string, string> = {}) =>
  atProvider(shop, 'refunds', { payment_intent: intentId, ...amount })
const refunds = ({ intentId }: Attempt) =>
  shop.sql(
    `select id, (body->'amount')::int as amount from sandbox_stripe.refunds where intent_id = $1 order by position`,
    [intentId],
  )
const refundOf = async ({ id }: Attempt) =>
  (await shop.sql('select refund_id from payments where order_id = $1', [id]))[0]?.refund_id

const page = ({ id, secret }: Attempt) => tell(shop, buyer, id, secret)
const reconciler = async () => {
  shop.pass({ minutes: 1 })
  await reconcilePayments(shop.deps)
}
const TELLERS: Record<string, (attempt: Attempt) => Promise<unknown>> = {
  page,
  event: ({ intentId }) => tellByEvent(shop, intentId),
  reconciler,
}
const RETURNED = 'order open, laptop available, payment refunded, succeeded'

it.each(Object.entries(TELLERS))(
  'a payment refunded by hand does not buy the laptop when reported by the %s',
  async (_by, told) => {
    const attempt = await unheard()
    const { id } = await returnByHand(attempt)
    await told(attempt)
    expect(await stateOf(shop, attempt)).toBe(RETURNED)
    expect(await refunds(attempt)).toEqual([{ id, amount: 44_950 }])
    expect(await refundOf(attempt)).toBe(id)
    const alarms = shop.lines.filter(
      (line) => line.includes('"payment-returned"') && line.includes(attempt.intentId),
    )
    expect(alarms).toHaveLength(1)
    expect(await page(attempt)).toMatchObject({ status: 409, body: { code: 'payment-refunded' } })
  },
)

it('a buyer whose payment was refunded by hand can pay again', async () => {
  const attempt = await unheard()
  await returnByHand(attempt)
  await page(attempt)
  const { body } = await beginPayment(shop, buyer, attempt.id)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, buyer, attempt.id, body.client_secret)).status).toBe(200)
})

it('a partial refund by hand is completed by a refund of the rest', async () => {
  const attempt = await unheard()
  await returnByHand(attempt, { amount: '1000' })
  await page(attempt)
  expect(await stateOf(shop, attempt)).toBe(RETURNED)
  expect(await refunds(attempt)).toMatchObject([{ amount: 1_000 }, { amount: 43_950 }])
})

it('a partial refund by hand that fails later makes the payment refund-failed', async () => {
  const attempt = await unheard()
  const { id } = await returnByHand(attempt, { amount: '1000' })
  await page(attempt)
  await shop.sql(`update sandbox_stripe.refunds set body = body || '{"status": "failed"}' where id = $1`, [
    id,
  ])
  await shop.sql(
    `update sandbox_stripe.charges set body = body || '{"amount_refunded": 43950, "refunded": false}' where intent_id = $1`,
    [attempt.intentId],
  )
  expect((await tellByEvent(shop, attempt.intentId, 'refund.failed')).status).toBe(200)
  expect(await stateOf(shop, attempt)).toBe(RETURNED.replace('refunded', 'refund-failed'))
  expect((await page(attempt)).body.detail).toMatch(/has not taken the refund/)
})

it.each(['5000', '44950'])(
  'a paid order stays paid when %s cents of it are refunded by hand',
  async (amount) => {
    const attempt = await begun(shop, { buyer, seller })
    await payByCard(shop, attempt.secret, CARD.good)
    expect((await page(attempt)).status).toBe(200)
    await returnByHand(attempt, { amount })
    expect((await tellByEvent(shop, attempt.intentId, 'charge.refunded')).status).toBe(200)
    await reconciler()
    expect((await page(attempt)).status).toBe(200)
    expect(await stateOf(shop, attempt)).toBe('order paid, laptop sold, payment succeeded, succeeded')
    expect(await refunds(attempt)).toMatchObject([{ amount: Number(amount) }])
  },
)
