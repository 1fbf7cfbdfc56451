import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { hashTables } from '#tests/support/tables.ts'
import { type Attempt, atProvider, begun, bring, ordered, stateOf } from './bring.ts'

let shop: FrontDoor
let buyer: Person
let other: Person
let seller: Person
/** The buyer's order that a forger would like to become paid. */
let mine: Attempt
/** Other things to name: another buyer's orders, paid and unpaid, and the buyer's own for another laptop. */
let theirs: Attempt
let theirsPaid: Attempt
let theirsCharged: Attempt
let mineCharged: Attempt
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
  ;[buyer, other] = (await crowd(shop, 'buyer', 2)) as [Person, Person]
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
  mine = await begun(shop, { buyer, seller })
  mineCharged = await bring['succeeded, unknown to the shop'](shop, { buyer, seller })
  theirs = await begun(shop, { buyer: other, seller })
  theirsPaid = await bring.succeeded(shop, { buyer: other, seller })
  theirsCharged = await bring['succeeded, unknown to the shop'](shop, { buyer: other, seller })
})
afterAll(async () => {
  for (const { intentId } of [mineCharged, theirsCharged]) await tellByEvent(shop, intentId)
  await shop.sql(`delete from sandbox_stripe.charges where intent_id = any($1)`, [foreign])
  await expectInvariants(shop)
  await shop.close()
})

/** Payments at the provider that belong to no order: the shop must not count their money. */
const foreign: string[] = []
async function payElsewhere(fields: Record<string, string>): Promise<string> {
  const charge = { amount: '44950', currency: 'usd', confirm: 'true', payment_method: 'pm_card_visa' }
  const { id } = await atProvider(shop, 'payment_intents', { ...charge, ...fields })
  foreign.push(id)
  return id
}

/** Nothing may change, in the shop or at the provider. */
async function expectRefused(call: () => ReturnType<FrontDoor['call']>, expected: [number, string]) {
  const before = await hashTables(shop)
  const { status, body } = await call()
  expect([status, body.code]).toEqual(expected)
  expect(await hashTables(shop)).toEqual(before)
}

describe('the price in the request', () => {
  const DIFFERS: [number, string] = [409, 'price-differs']
  const BAD: [number, string] = [400, 'bad-input']
  const PRICES: [price: unknown, expected: [number, string]][] = [
    [449.49, DIFFERS],
    [449.51, DIFFERS],
    ['449.49', DIFFERS],
    [0.5, DIFFERS],
    ['1', DIFFERS],
    [899, DIFFERS],
    [44950, DIFFERS],
    ['44950', DIFFERS],
    [999999.99, DIFFERS],
    [449.50000000000006, BAD],
    [449.49999999999994, BAD],
    ['449.500', BAD],
    [-449.5, BAD],
    ['-449.50', BAD],
    ['+449.50', BAD],
    [0, BAD],
    [-0.5, BAD],
    [0.01, BAD],
    [1e21, BAD],
    ['4495e-1', BAD],
    ['0x1c1', BAD],
    ['$449.50', BAD],
    ['449,50', BAD],
    ['NaN', BAD],
    ['', BAD],
    [true, BAD],
    [null, BAD],
    [[449.5], BAD],
    [{}, BAD],
  ]
  it.each(PRICES)('%j is refused, as it is not the price of the order', async (price, expected) => {
    const body = { price, bookingId: mine.id }
    await expectRefused(
      () => shop.call('POST', '/api/create-payment-intent', { token: buyer.token, body }),
      expected,
    )
  })
  it.each([
    ['449.50', 200],
    [' 449.5 ', 200],
    [449.5, 200],
  ])('%j is accepted, as it is the price of the order', async (price, status) => {
    const body = { price, bookingId: mine.id }
    const answer = await shop.call('POST', '/api/create-payment-intent', { token: buyer.token, body })
    expect([answer.status, answer.body.client_secret]).toEqual([status, mine.secret])
  })
})

describe('beginning a payment for something else than one’s own order', () => {
  const WHOSE: [what: string, id: () => string][] = [
    ['another buyer’s order', () => theirs.id],
    ['another buyer’s paid order', () => theirsPaid.id],
    ['a laptop in place of an order', () => mine.laptop],
    ['an order that does not exist', () => crypto.randomUUID()],
  ]
  it.each(WHOSE)('responds 404 for %s', async (_what, id) => {
    const body = { price: 449.5, bookingId: id() }
    await expectRefused(
      () => shop.call('POST', '/api/create-payment-intent', { token: buyer.token, body }),
      [404, 'not-found'],
    )
  })
})

describe('a reported transaction that does not pay for the order is refused:', () => {
  const NOT_ITS: [number, string] = [409, 'payment-not-succeeded']
  const CALLS: [
    what: string,
    named: () => Promise<{ transactionId: unknown; bookingId: unknown }>,
    expected: [number, string],
  ][] = [
    ['an invented ID', async () => ({ transactionId: 'pi_made_up', bookingId: mine.id }), NOT_ITS],
    ['a malformed ID', async () => ({ transactionId: 'made up', bookingId: mine.id }), [400, 'bad-input']],
    ['null', async () => ({ transactionId: null, bookingId: mine.id }), [400, 'bad-input']],
    [
      'an array',
      async () => ({ transactionId: [theirsPaid.intentId], bookingId: mine.id }),
      [400, 'bad-input'],
    ],
    ['a path', async () => ({ transactionId: 'pi_x/../../refunds', bookingId: mine.id }), [400, 'bad-input']],
    ['its own, uncharged', async () => ({ transactionId: mine.intentId, bookingId: mine.id }), NOT_ITS],
    ['the client secret', async () => ({ transactionId: mine.secret, bookingId: mine.id }), NOT_ITS],
    [
      'another buyer’s paid transaction',
      async () => ({ transactionId: theirsPaid.intentId, bookingId: mine.id }),
      NOT_ITS,
    ],
    [
      'another buyer’s charged transaction, unknown to the shop',
      async () => ({ transactionId: theirsCharged.intentId, bookingId: mine.id }),
      NOT_ITS,
    ],
    [
      'the buyer’s own transaction for another laptop',
      async () => ({ transactionId: mineCharged.intentId, bookingId: mine.id }),
      NOT_ITS,
    ],
    [
      'the buyer’s own transaction, for another buyer’s order',
      async () => ({ transactionId: mineCharged.intentId, bookingId: theirs.id }),
      [404, 'not-found'],
    ],
    [
      'another buyer’s transaction, for their order',
      async () => ({ transactionId: theirsCharged.intentId, bookingId: theirsCharged.id }),
      [404, 'not-found'],
    ],
    [
      'a payment made directly at the provider, of the same amount',
      async () => ({ transactionId: await payElsewhere({}), bookingId: mine.id }),
      NOT_ITS,
    ],
    [
      'a foreign payment with the order’s ID in its metadata',
      async () => ({
        transactionId: await payElsewhere({ 'metadata[order_id]': mine.id }),
        bookingId: mine.id,
      }),
      NOT_ITS,
    ],
    [
      'a foreign payment with the IDs of order and payment in its metadata',
      async () => {
        const [payment] = await shop.sql('select id from payments where order_id = $1', [mine.id])
        const claims = { 'metadata[order_id]': mine.id, 'metadata[payment_id]': payment?.id }
        return { transactionId: await payElsewhere({ ...claims, amount: '100' }), bookingId: mine.id }
      },
      NOT_ITS,
    ],
    [
      'a foreign payment in another currency',
      async () => ({
        transactionId: await payElsewhere({ currency: 'eur', 'metadata[order_id]': mine.id }),
        bookingId: mine.id,
      }),
      NOT_ITS,
    ],
  ]
  it.each(CALLS)('%s', async (_what, named, expected) => {
    const body = { name: 'x', price: 0.5, paid: true, state: 'paid', ...(await named()) }
    await expectRefused(() => shop.call('POST', '/api/paymentinfo', { token: buyer.token, body }), expected)
    expect(await stateOf(shop, mine)).toContain('order held, laptop available')
  })
})

it('an event of a foreign payment that claims a known payment changes nothing, with an alarm', async () => {
  const [payment] = await shop.sql('select id from payments where order_id = $1', [mine.id])
  const elsewhere = await payElsewhere({ 'metadata[order_id]': mine.id, 'metadata[payment_id]': payment?.id })
  const before = [await stateOf(shop, mine), shop.lines.length] as const
  expect((await tellByEvent(shop, elsewhere)).status).toBe(200)
  expect(await stateOf(shop, mine)).toBe(before[0])
  const told = shop.lines.slice(before[1]).map((line) => JSON.parse(line))
  expect(told).toContainEqual(expect.objectContaining({ event: 'payment-unknown', intentId: elsewhere }))
})

it('an order without a recorded transaction accepts its own and refuses another', async () => {
  const attempt = await bring['succeeded, unknown to the shop'](shop, { buyer, seller })
  const elsewhere = await bring['succeeded, unknown to the shop'](shop, { buyer: other, seller })
  await shop.sql(`update payments set intent_id = null, state = 'requested' where order_id = $1`, [
    attempt.id,
  ])
  const foreign = await tell(shop, buyer, attempt.id, elsewhere.secret)
  expect(foreign).toMatchObject({ status: 409, body: { code: 'payment-not-succeeded' } })
  expect((await shop.sql('select state from orders where id = $1', [attempt.id]))[0]?.state).toBe('held')
  expect((await tell(shop, buyer, attempt.id, attempt.secret)).status).toBe(200)
  expect(await shop.sql('select intent_id from payments where order_id = $1', [attempt.id])).toEqual([
    { intent_id: attempt.intentId },
  ])
  await tellByEvent(shop, elsewhere.intentId)
  await expectInvariants(shop, { laptops: [attempt.laptop, elsewhere.laptop] })
})

describe('the price is fixed when the laptop is ordered', () => {
  it('the seller’s later price is neither charged nor accepted, even when it is ordered again', async () => {
    const [someone] = (await crowd(shop, 'buyer', 1)) as [Person]
    const attempt = await ordered(shop, { buyer: someone, seller })
    await shop.sql(
      'update products set current_price_cents = 100, original_price_cents = 90000 where id = $1',
      [attempt.laptop],
    )
    const { token } = someone
    const again = await shop.call('POST', '/api/booking', {
      token,
      body: { productId: attempt.laptop, phone: '01700000002', location: 'x', price: 1 },
    })
    expect(again.body.insertedId).toBe(attempt.id)
    const begin = (price: number) =>
      shop.call('POST', '/api/create-payment-intent', { token, body: { price, bookingId: attempt.id } })
    expect(await begin(1)).toMatchObject({ status: 409, body: { code: 'price-differs' } })
    const { body } = await begin(449.5)
    await payByCard(shop, body.client_secret, CARD.good)
    expect((await tell(shop, someone, attempt.id, body.client_secret)).status).toBe(200)
    await expectInvariants(shop, { laptops: [attempt.laptop] })
  })
})

describe('a payment changed at the provider is refunded, and its unpaid order can be paid again:', () => {
  const CHANGES: [what: string, change: (attempt: Attempt) => Promise<string>][] = [
    ['a lower amount', ({ intentId }) => altered(intentId, { amount: '100' })],
    ['a higher amount', ({ intentId }) => altered(intentId, { amount: '44951' })],
    ['another order', ({ intentId }) => altered(intentId, { 'metadata[order_id]': theirs.id })],
    ['no order', ({ intentId }) => altered(intentId, { 'metadata[order_id]': '' })],
    ['another currency', ({ id }) => replaced(id, { currency: 'eur' })],
  ]
  it.each(CHANGES)('%s', async (_what, change) => {
    const [someone] = (await crowd(shop, 'buyer', 1)) as [Person]
    const attempt = await begun(shop, { buyer: someone, seller })
    const secret = await change(attempt)
    expect((await payByCard(shop, secret, CARD.good)).status).toBe('succeeded')
    const told = await tell(shop, someone, attempt.id, secret)
    expect(told).toMatchObject({ status: 409, body: { code: 'payment-refunded' } })
    expect(await stateOf(shop, attempt)).toBe('order open, laptop available, payment refunded, succeeded')
    await expectInvariants(shop, { laptops: [attempt.laptop] })
    const body = { price: 449.5, bookingId: attempt.id }
    const next = await shop.call('POST', '/api/create-payment-intent', { token: someone.token, body })
    await payByCard(shop, next.body.client_secret, CARD.good)
    expect((await tell(shop, someone, attempt.id, next.body.client_secret)).status).toBe(200)
    await expectInvariants(shop, { laptops: [attempt.laptop] })
  })

  async function altered(intentId: string, fields: Record<string, string>): Promise<string> {
    return (await atProvider(shop, `payment_intents/${intentId}`, fields)).client_secret
  }
  /** A currency cannot be changed, so another payment is put in the place of the first at the provider. */
  async function replaced(orderId: string, fields: Record<string, string>): Promise<string> {
    const [payment] = await shop.sql('select id from payments where order_id = $1', [orderId])
    const terms = { amount: '44950', 'metadata[order_id]': orderId, 'metadata[payment_id]': payment?.id }
    const intent = await atProvider(shop, 'payment_intents', { ...terms, ...fields })
    await shop.sql('update payments set intent_id = $2 where id = $1', [payment?.id, intent.id])
    return intent.client_secret
  }
})
