import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findCardFaults } from '#app/routes/payment/typed-card.ts'
import { authenticate, CARD, expectReconciled, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { order } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { type Attempt, begun } from './bring.ts'

const DECLINED = 'Your card was declined.'
const NO_FUNDS = 'Your card has insufficient funds.'

/** Cards that pay; if people have to check a payment, an alarm in the log says so. */
const PAYING: [number: string, what: string, alarm?: string][] = [
  ['4242424242424242', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['378282246310005', 'American Express'],
  ['4000000000003055', '3-D Secure supported, not required'],
  ['4000000000003097', '3-D Secure supported, but unavailable'],
  ['4000000000009235', 'elevated risk', 'payment-risky'],
  ['4000000000000259', 'disputed as fraud', 'payment-disputed'],
  ['4000000000002685', 'disputed as not received', 'payment-disputed'],
  ['4000000000001976', 'inquired about', 'payment-disputed'],
  ['4000000000007726', 'with pending refunds'],
  ['4000000000005126', 'with failing refunds'],
]

/** Cards that do not, and the message to the buyer. A decline that would help a thief reads like any other. */
const DECLINING: [number: string, what: string, message: string][] = [
  ['4000000000000002', 'declined', DECLINED],
  ['4000000000009995', 'with insufficient funds', NO_FUNDS],
  ['4000000000009987', 'lost', DECLINED],
  ['4000000000009979', 'stolen', DECLINED],
  ['4000000000000069', 'expired', 'Your card has expired.'],
  ['4000000000000127', 'with an incorrect CVC', "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'with a processing error',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  [
    '4000000000006975',
    'charged too often',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
  ['4000000000000341', 'that can be attached but not charged', DECLINED],
  ['4100000000000019', 'always blocked', DECLINED],
  ['4000008400001280', 'whose 3-D Secure is unavailable', DECLINED],
]

const AUTHENTICATING = ['4000002500003155', '4000002760003184', '4000000000003220', '4000000000003063']
const AUTHENTICATED_IN_VAIN: [number: string, message: string][] = [
  ['4000008400001629', DECLINED],
  ['4000008260003178', NO_FUNDS],
]

let shop: FrontDoor
let buyer: Person
let rival: Person
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  ;[buyer, rival] = (await crowd(shop, 'buyer', 2)) as [Person, Person]
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
})
// They pay far more often than people do.
beforeEach(() => shop.sql('delete from rate_limits'))
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

const read = async ({ id }: Attempt) =>
  (await shop.call('GET', `/api/booking/${id}`, { token: buyer.token })).body
const status = async ({ laptop }: Attempt) =>
  (await shop.sql('select status from products where id = $1', [laptop]))[0]?.status

/** Told by both the page and the provider's events, the order is paid, for good. */
async function expectPaid(attempt: Attempt) {
  expect((await tell(shop, buyer, attempt.id, attempt.secret)).status).toBe(200)
  await shop.sandbox.settled()
  expect(await read(attempt)).toMatchObject({ paid: true, transactionId: transactionOf(attempt.secret) })
  expect(await status(attempt)).toBe('sold')
  await expectInvariants(shop, { laptops: [attempt.laptop] })
}

/** Told by both as well, the order is not paid; the buyer reads why, and another card pays the same attempt. */
async function expectUnpaid(attempt: Attempt, message: string | RegExp) {
  const told = await tell(shop, buyer, attempt.id, attempt.secret)
  await shop.sandbox.settled()
  expect(told).toMatchObject({ status: 409, body: { code: 'payment-not-succeeded' } })
  expect(told.body.detail).toMatch(message)
  expect(await read(attempt)).toMatchObject({ paid: false, transactionId: null })
  expect(await status(attempt)).toBe('available')
  await expectInvariants(shop, { laptops: [attempt.laptop] })
  expect((await payByCard(shop, attempt.secret, CARD.good)).status).toBe('succeeded')
  await expectPaid(attempt)
}

describe('a card that pays makes the order paid and the laptop sold:', () => {
  it.each(PAYING)('%s, %s', async (number, _what, alarm) => {
    const attempt = await begun(shop, { buyer, seller })
    const logged = shop.lines.length
    expect((await payByCard(shop, attempt.secret, number)).status).toBe('succeeded')
    await expectPaid(attempt)
    const alarms = shop.lines.slice(logged).map((line) => JSON.parse(line))
    const raised = alarms.filter(({ level }) => level >= 50).map(({ event }) => event)
    expect(raised).toEqual(alarm ? [alarm] : [])
    const [payment] = await shop.sql('select disputed_at from payments where order_id = $1', [attempt.id])
    expect(payment?.disputed_at !== null).toBe(alarm === 'payment-disputed')
  })
})

it('a laptop whose payment is disputed is not sold again', async () => {
  const attempt = await begun(shop, { buyer, seller })
  await payByCard(shop, attempt.secret, CARD.disputed)
  await expectPaid(attempt)
  expect(await order(shop, rival, attempt.laptop)).toBeUndefined()
  const available = await shop.call('PUT', `/api/productavailable/${attempt.laptop}`, { token: seller.token })
  expect(available).toMatchObject({ status: 409, body: { code: 'already-paid' } })
})

it('a dispute is marked even when the shop learns of the payment only after it', async () => {
  const attempt = await begun(shop, { buyer, seller })
  // More than this payment has events: those of earlier ones may be sent again meanwhile.
  shop.sandbox.faults.set('deliver', 'dropped', 100)
  await payByCard(shop, attempt.secret, CARD.disputed)
  await shop.sandbox.settled()
  await expectPaid(attempt)
  shop.sandbox.faults.clear()
  const [payment] = await shop.sql('select disputed_at from payments where order_id = $1', [attempt.id])
  expect(payment?.disputed_at).not.toBe(null)
})

describe('a declining card leaves the order unpaid, with the reason, and another card pays it:', () => {
  it.each(DECLINING)('%s, %s', async (number, _what, message) => {
    const attempt = await begun(shop, { buyer, seller })
    expect((await payByCard(shop, attempt.secret, number)).error.message).toBe(message)
    await expectUnpaid(attempt, message)
  })
})

describe('a card that requires 3-D Secure', () => {
  it.each(AUTHENTICATING)('%s pays when the authentication is completed', async (number) => {
    const attempt = await begun(shop, { buyer, seller })
    expect((await payByCard(shop, attempt.secret, number)).status).toBe('requires_action')
    expect((await tell(shop, buyer, attempt.id, attempt.secret)).status).toBe(409)
    expect((await authenticate(shop, attempt.secret, 'complete')).status).toBe('succeeded')
    await expectPaid(attempt)
  })

  it.each(AUTHENTICATING)('%s does not pay when the authentication fails', async (number) => {
    const attempt = await begun(shop, { buyer, seller })
    await payByCard(shop, attempt.secret, number)
    await authenticate(shop, attempt.secret, 'fail')
    await expectUnpaid(attempt, /unable to authenticate/)
  })

  it.each(AUTHENTICATING)('%s does not pay when the authentication is abandoned', async (number) => {
    const attempt = await begun(shop, { buyer, seller })
    await payByCard(shop, attempt.secret, number)
    await expectUnpaid(attempt, /has not been charged/)
  })

  it.each(AUTHENTICATED_IN_VAIN)(
    '%s is declined after a completed authentication: %s',
    async (number, message) => {
      const attempt = await begun(shop, { buyer, seller })
      expect((await payByCard(shop, attempt.secret, number)).status).toBe('requires_action')
      const ended = await authenticate(shop, attempt.secret, 'complete')
      expect(ended.last_payment_error.message).toBe(message)
      await expectUnpaid(attempt, message)
    },
  )
})

it('4242424242424241 is refused as incorrect, by the form and by the provider', async () => {
  const typed = { number: '4242 4242 4242 4241', expiry: '12/40', cvc: '123' }
  expect(findCardFaults(typed, shop.deps.clock())).toEqual({ number: expect.any(String) })
  const attempt = await begun(shop, { buyer, seller })
  expect((await payByCard(shop, attempt.secret, '4242424242424241')).error.code).toBe('incorrect_number')
  await expectUnpaid(attempt, /has not been charged/)
})
