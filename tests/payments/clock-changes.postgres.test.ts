import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { linkTo } from '#tests/support/mails.ts'
import { crowd } from '#tests/support/many-people.ts'
import { type Person, renewToken, signUp } from '#tests/support/people.ts'
import { signatureOf } from '#tests/support/signed-event.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'
import { begun, stateOf } from './bring.ts'

let shop: FrontDoor
let seller: Person
/** How far the shop's clock is ahead of the right one, in minutes. */
let minutes = 0
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  shop = await openFrontDoor()
  await shop.sandbox.stop()
})
afterEach(() => set(0))
afterAll(async () => {
  vi.useRealTimers()
  // Some claims were made when the clock was ahead.
  set(30)
  await expectReconciled(shop)
  await shop.close()
})

/** Sets the shop's clock this many minutes ahead of the right one, or behind it. */
function set(to: number) {
  shop.pass({ minutes: to - minutes })
  minutes = to
}
async function newPair(): Promise<{ buyer: Person; seller: Person }> {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
  return { buyer, seller }
}

describe('a claim of 15 minutes', () => {
  const AT: [minutes: number, status: number][] = [
    [-10, 409],
    [10, 409],
    [14.9, 409],
    [15.1, 200],
    [24.9, 200],
  ]
  it.each(AT)('with the clock at %d minutes from its start: another buyer gets a %d', async (at, status) => {
    const { laptop } = await begun(shop, await newPair())
    set(at)
    const [rival] = (await crowd(shop, 'buyer', 1)) as [Person]
    const theirs = await order(shop, rival, laptop)
    expect((await beginPayment(shop, rival, theirs)).status).toBe(status)
  })
})

it('a claim made while the clock was ahead lasts 15 minutes from the next opening of the page', async () => {
  const buyer = await signUp(shop, 'buyer')
  set(10)
  buyer.token = await renewToken(shop, buyer)
  const { id } = await begun(shop, { ...(await newPair()), buyer })
  set(0)
  buyer.token = await renewToken(shop, buyer)
  const { body } = await beginPayment(shop, buyer, id)
  const keptFor = Date.parse(body.heldUntil) - shop.deps.clock().getTime()
  expect(keptFor).toBeLessThanOrEqual(15 * 60_000)
  expect(keptFor).toBeGreaterThan(14 * 60_000)
})

it('a claim that waited for a lock lasts 15 minutes from when it is made', async () => {
  const { buyer, seller } = await newPair()
  const laptop = await putOnSale(shop, seller)
  const id = await order(shop, buyer, laptop)
  const other = await shop.deps.pool.connect()
  await other.query('begin')
  await other.query('select 1 from products where id = $1 for update', [laptop])
  const claimed = beginPayment(shop, buyer, id)
  await untilWaiting(shop.deps.pool)
  set(1)
  await other.query('rollback')
  other.release()
  const { body } = await claimed
  expect(Date.parse(body.heldUntil) - shop.deps.clock().getTime()).toBe(15 * 60_000)
})

describe('a claim made while the clock was thirty days ahead', () => {
  const DAYS = 30 * 24 * 60
  async function claimedAhead() {
    set(DAYS)
    const attempt = await begun(shop, await newPair())
    set(0)
    return attempt
  }

  it('does not prevent another buyer from paying', async () => {
    const { laptop } = await claimedAhead()
    const [rival] = (await crowd(shop, 'buyer', 1)) as [Person]
    expect((await beginPayment(shop, rival, await order(shop, rival, laptop))).status).toBe(200)
  })

  it('is released by the reconciler, unless it was paid', async () => {
    const [paid, unpaid] = [await claimedAhead(), await claimedAhead()]
    await payByCard(shop, paid.secret, CARD.good)
    await reconcilePayments(shop.deps)
    expect(await stateOf(shop, paid)).toContain('order paid, laptop sold')
    expect(await stateOf(shop, unpaid)).toContain('order open')
  })
})

describe('a payment during a change of the clock', () => {
  it.each([-10, -1, 1, 10])('by %d minutes succeeds, and is dated by the changed clock', async (by) => {
    const buyer = await signUp(shop, 'buyer')
    const { laptop, id, secret, intentId } = await begun(shop, { ...(await newPair()), buyer })
    set(by)
    buyer.token = await renewToken(shop, buyer)
    await payByCard(shop, secret, CARD.good)
    // The provider's time of a charge is in seconds.
    const from = Math.floor(shop.deps.clock().getTime() / 1000) * 1000
    expect((await tell(shop, buyer, id, secret)).status).toBe(200)
    expect(await stateOf(shop, { laptop, id, secret, intentId })).toContain('order paid, laptop sold')
    const { body } = await shop.call('GET', `/api/booking/${id}`, { token: buyer.token })
    const paidAt = new Date(body.paidDate).getTime()
    expect(paidAt).toBeGreaterThanOrEqual(from)
    expect(paidAt).toBeLessThanOrEqual(shop.deps.clock().getTime())
  })

  it.each([-10, 10])(
    'by %d minutes is found by the reconciler without a report by page or event',
    async (by) => {
      const attempt = await begun(shop, await newPair())
      await payByCard(shop, attempt.secret, CARD.good)
      set(by)
      await reconcilePayments({ ...shop.deps, jobs: shop.deps.jobs })
      expect(await stateOf(shop, attempt)).toContain('order paid, laptop sold')
    },
  )
})

describe('a card that was charged', () => {
  const paidMinutesAgo = async ({ id }: { id: string }) => {
    const [row] = await shop.sql('select paid_at from orders where id = $1', [id])
    return Math.round((shop.deps.clock().getTime() - row?.paid_at.getTime()) / 60_000)
  }

  it('three days before the shop learns of it is dated three days back', async () => {
    const attempt = await begun(shop, await newPair())
    await payByCard(shop, attempt.secret, CARD.good)
    set(3 * 24 * 60)
    await reconcilePayments(shop.deps)
    expect(await stateOf(shop, attempt)).toContain('order paid, laptop sold')
    expect(await paidMinutesAgo(attempt)).toBe(3 * 24 * 60)
  })

  it('by a provider whose clock is ahead is dated now', async () => {
    const attempt = await begun(shop, await newPair())
    set(10)
    await payByCard(shop, attempt.secret, CARD.good)
    set(1)
    await reconcilePayments(shop.deps)
    expect(await paidMinutesAgo(attempt)).toBe(0)
  })
})

describe('an access token of 10 minutes', () => {
  const AT: [minutes: number, status: number][] = [
    [0, 200],
    [9.9, 200],
    [10.1, 401],
    [-10, 401],
  ]
  it.each(AT)(
    'with the clock at %d minutes from its issue gets a %d, and can be renewed',
    async (at, status) => {
      const buyer = await signUp(shop, 'buyer')
      set(at)
      const read = (token: string) => shop.call('GET', `/api/bookings?email=${buyer.email}`, { token })
      expect((await read(buyer.token)).status).toBe(status)
      expect((await read(await renewToken(shop, buyer))).status).toBe(200)
    },
  )
})

describe('a password reset link of 30 minutes', () => {
  const AT: [minutes: number, status: number][] = [
    [-10.1, 400],
    [-10, 200],
    [29.9, 200],
    [30.1, 400],
  ]
  it.each(AT)('with the clock at %d minutes from its mail gets a %d', async (at, status) => {
    const { email } = await signUp(shop, 'buyer')
    await shop.call('POST', '/auth/request-password-reset', { body: { email }, address: `10.2.0.${at + 99}` })
    const { token } = linkTo(shop, email)
    set(at)
    const body = { token, newPassword: 'another good password' }
    expect((await shop.call('POST', '/auth/reset-password', { body })).status).toBe(status)
  })
})

describe('a boost of 14 days', () => {
  const DAYS = 14 * 24 * 60
  const AT: [minutes: number, listed: boolean][] = [
    [-10, true],
    [DAYS - 1, true],
    [DAYS + 1, false],
  ]
  it.each(AT)('with the clock at %d minutes from its start: advertised is %s', async (at, listed) => {
    const pair = await newPair()
    const laptop = await putOnSale(shop, pair.seller)
    const { body } = await shop.call('PUT', `/api/products/${laptop}`, { token: pair.seller.token })
    expect(body.modifiedCount).toBe(1)
    set(at)
    const list = await shop.call('GET', '/api/adsproduct')
    expect(list.body.some(({ _id }: { _id: string }) => _id === laptop)).toBe(listed)
  })
})

describe('a webhook event that is accepted for 300 seconds', () => {
  const AT: [minutes: number, status: number][] = [
    [4.95, 200],
    [5.05, 400],
    [10, 400],
    [-4.95, 200],
    [-5.05, 400],
    [-10, 400],
  ]
  it.each(AT)('with the clock at %d minutes from its signing gets a %d', async (at, status) => {
    const event = { id: `evt_clock_${at}`, object: 'event', type: 'payment_intent.succeeded', created: 1 }
    const body = JSON.stringify({ ...event, data: { object: { id: 'pi_nobody', object: 'payment_intent' } } })
    const signature = signatureOf(shop, body)
    set(at)
    const headers = { 'stripe-signature': signature }
    expect((await shop.call('POST', '/api/webhooks/stripe', { body, headers })).status).toBe(status)
  })
})
