import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, renewToken, signUp } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { createFaultyProvider } from './faults-provider.ts'

const REFUND_PENDING = '4000000000007726'
const REFUND_FAILS = '4000000000005126'

const provider = createFaultyProvider()
let shop: FrontDoor
let seller: Person
let buyer: Person
beforeAll(async () => {
  // The provider settles pending refunds when a test says so, and not because the machine stalls.
  vi.useFakeTimers({ toFake: ['Date'] })
  shop = await openFrontDoor({ between: provider.between })
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})
afterEach(() => shop.sandbox.faults.clear())

type Late = { id: string; secret: string; intentId: string }

/** A payment with this card for a laptop that was sold elsewhere meanwhile. Only the page tells the shop. */
async function payTooLate(card: string): Promise<Late> {
  buyer.token = await renewToken(shop, buyer)
  const laptop = await putOnSale(shop, seller)
  const id = await order(shop, buyer, laptop)
  // Even the event of its creation: if that were late, it would make the shop ask for the payment's state.
  loseEvents()
  const secret = (await beginPayment(shop, buyer, id)).body.client_secret
  await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [laptop])
  expect((await payByCard(shop, secret, card)).status).toBe('succeeded')
  await shop.sandbox.settled()
  shop.sandbox.faults.clear()
  return { id, secret, intentId: transactionOf(secret) }
}

const loseEvents = () => shop.sandbox.faults.set('deliver', 'dropped', 50)
const toldOf = ({ id, secret }: Late) => tell(shop, buyer, id, secret)

async function payment({ intentId }: Late) {
  const [row] = await shop.sql(
    'select state, refund_id, settled_at is not null as settled from payments where intent_id = $1',
    [intentId],
  )
  return row
}
/** The provider's refunds of the payment, oldest first. */
const refunds = ({ intentId }: Late) =>
  shop.sql(
    `select id, body->>'status' as status, (body->'amount')::int as amount from sandbox_stripe.refunds
     where intent_id = $1 order by position`,
    [intentId],
  )
const linesOf = (late: Late, said: string) =>
  shop.lines
    .map((line) => JSON.parse(line))
    .filter(({ event, intentId }) => event === said && intentId === late.intentId)
const alarms = (late: Late) => linesOf(late, 'refund-failed')

/** The provider's answer about a payment of another account. */
const elsewhere = async () => {
  const error = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_x'",
  }
  return Response.json({ error }, { status: 404 })
}

/** Runs this once, after the provider has answered how a refund stands and before the shop gets the answer. */
function whileReadingRefund(happens: () => Promise<unknown>): void {
  const { recover } = provider.fail({ method: 'GET', path: /refunds/, about: '' }, async (act) => {
    recover()
    const answer = await act()
    await happens()
    return answer
  })
}

/** Lets the provider settle what it is processing. */
async function letTurn(): Promise<void> {
  shop.pass({ minutes: 1 })
  await shop.sandbox.settled()
}

it('a pending refund is followed to its end by the events of the provider', async () => {
  const late = await payTooLate(REFUND_PENDING)
  expect(await toldOf(late)).toMatchObject({ status: 409, body: { code: 'payment-refunded' } })
  const pending = { state: 'refund-pending', refund_id: expect.any(String), settled: false }
  expect(await payment(late)).toMatchObject(pending)
  await letTurn()
  expect(await payment(late)).toMatchObject({ state: 'refunded', settled: true })
  expect(await refunds(late)).toMatchObject([{ status: 'succeeded', amount: 44_950 }])
  expect(alarms(late)).toEqual([])
})

it('a pending refund is followed to its end by the reconciler when the events are lost', async () => {
  const late = await payTooLate(REFUND_PENDING)
  loseEvents()
  await toldOf(late)
  await letTurn()
  expect(await payment(late)).toMatchObject({ state: 'refund-pending' })
  await reconcilePayments(shop.deps)
  expect(await payment(late)).toMatchObject({ state: 'refunded' })
  expect(await refunds(late)).toHaveLength(1)
})

it('a refund that fails after it succeeded raises one alarm and is not retried', async () => {
  const late = await payTooLate(REFUND_FAILS)
  await toldOf(late)
  expect(await payment(late)).toMatchObject({ state: 'refunded' })
  await letTurn()
  expect(await payment(late)).toMatchObject({ state: 'refund-failed' })
  expect(alarms(late)).toMatchObject([{ level: 50, reason: 'failed' }])
  buyer.token = await renewToken(shop, buyer)
  const again = await toldOf(late)
  expect(again).toMatchObject({ status: 409, body: { code: 'payment-refunded' } })
  expect(again.body.detail).toMatch(/has not taken the refund/)
  await reconcilePayments(shop.deps)
  await reconcilePayments(shop.deps)
  expect(await refunds(late)).toMatchObject([{ status: 'failed' }])
  expect(alarms(late)).toHaveLength(1)
})

it('a second event of a failed refund raises no second alarm', async () => {
  const late = await payTooLate(REFUND_FAILS)
  await toldOf(late)
  await letTurn()
  expect((await tellByEvent(shop, late.intentId, 'refund.failed')).status).toBe(200)
  expect(await payment(late)).toMatchObject({ state: 'refund-failed' })
  expect(alarms(late)).toHaveLength(1)
})

it('a refund that fails later is found by the reconciler when its event is lost', async () => {
  const late = await payTooLate(REFUND_FAILS)
  loseEvents()
  await toldOf(late)
  await letTurn()
  expect(await payment(late)).toMatchObject({ state: 'refunded' })
  await reconcilePayments(shop.deps)
  expect(await payment(late)).toMatchObject({ state: 'refund-failed' })
  expect(alarms(late)).toHaveLength(1)
})

it('a refund that fails while its success is being read stays failed, and no success is logged', async () => {
  const late = await payTooLate(REFUND_FAILS)
  loseEvents()
  whileReadingRefund(async () => {
    await letTurn()
    await reconcilePayments(shop.deps)
    expect(await payment(late)).toMatchObject({ state: 'refund-failed' })
  })
  expect((await toldOf(late)).body.detail).toMatch(/has not taken the refund/)
  expect(await payment(late)).toMatchObject({ state: 'refund-failed', settled: true })
  expect(linesOf(late, 'payment-refunded')).toEqual([])
})

it('a refund canceled at the provider raises one alarm, even when two reads find it', async () => {
  const late = await payTooLate(REFUND_PENDING)
  loseEvents()
  await toldOf(late)
  await shop.sql(
    `update sandbox_stripe.refunds set body = body || '{"status": "canceled"}', turns_at = null where intent_id = $1`,
    [late.intentId],
  )
  shop.pass({ minutes: 1 })
  whileReadingRefund(() => reconcilePayments(shop.deps))
  await reconcilePayments(shop.deps)
  expect(await payment(late)).toMatchObject({ state: 'refund-failed' })
  expect(alarms(late)).toMatchObject([{ level: 50, reason: 'canceled' }])
})

it('a refund that the provider refuses raises one alarm and is not retried', async () => {
  const late = await payTooLate(CARD.disputed)
  expect(await toldOf(late)).toMatchObject({ status: 409, body: { code: 'payment-refunded' } })
  expect(await payment(late)).toMatchObject({ state: 'refund-failed', refund_id: null })
  expect(alarms(late)).toMatchObject([{ level: 50, reason: 'charge_disputed' }])
  expect(await refunds(late)).toEqual([])
  shop.pass({ minutes: 1 })
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect(alarms(late)).toHaveLength(1)
})

it('a refund unknown to the provider, as with the keys of another account, waits and is logged', async () => {
  const late = await payTooLate(REFUND_PENDING)
  loseEvents()
  // Both when it is requested and when it is followed up.
  for (const [method, state] of [
    ['POST', 'refund-due'],
    ['GET', 'refund-pending'],
  ] as const) {
    const { recover } = provider.fail({ method, path: /refunds/, about: '' }, elsewhere)
    await toldOf(late)
    await reconcilePayments(shop.deps)
    recover()
    expect(await payment(late)).toMatchObject({ state, settled: false })
  }
  expect(linesOf(late, 'refund-waits').at(-1)).toMatchObject({ level: 50, err: { code: 'resource_missing' } })
  expect(alarms(late)).toEqual([])
  await letTurn()
  await reconcilePayments(shop.deps)
  expect(await payment(late)).toMatchObject({ state: 'refunded' })
})

it('a refund whose 500 is stored by the provider is made once, under another key', async () => {
  const late = await payTooLate(CARD.good)
  shop.sandbox.faults.set('refund', '500')
  shop.sandbox.faults.set('refund', 'refused')
  expect((await toldOf(late)).status).toBe(409)
  expect(await payment(late)).toMatchObject({ state: 'refund-due' })
  shop.pass({ minutes: 1 })
  shop.sandbox.faults.set('refund', 'refused', 2)
  expect(await reconcilePayments(shop.deps)).toBe(1)
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect(await payment(late)).toMatchObject({ state: 'refunded' })
  expect(await refunds(late)).toMatchObject([{ status: 'succeeded', amount: 44_950 }])
})

it('a payment that was refunded at the provider by hand is not refunded again', async () => {
  const late = await payTooLate(CARD.good)
  const byHand = await shop.sandbox.fetch(
    new Request('http://provider/v1/refunds', {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.keys.secretKey}` },
      body: new URLSearchParams({ payment_intent: late.intentId }),
    }),
  )
  const { id } = (await byHand.json()) as { id: string }
  expect((await toldOf(late)).status).toBe(409)
  expect(await payment(late)).toMatchObject({ state: 'refunded', refund_id: id })
  expect(await refunds(late)).toHaveLength(1)
})
