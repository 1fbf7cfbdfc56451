import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releaseExpiredHolds } from '#server/payments/release-expired-holds.ts'
import {
  authenticate,
  beginPayment,
  CARD,
  expectReconciled,
  payByCard,
  tell,
  transactionOf,
} from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())
const markedSold: string[] = []
afterEach(() => expectReconciled(shop, markedSold))

/** A new buyer's order for a new laptop, with its payment begun. */
async function begin() {
  buyer = await signUp(shop, 'buyer')
  const laptop = await putOnSale(shop, seller)
  const id = await order(shop, buyer, laptop)
  const { status, body } = await beginPayment(shop, buyer, id)
  expect(status).toBe(200)
  return { laptop, id, secret: body.client_secret as string }
}
const read = async (id: string, who = buyer) =>
  (await shop.call('GET', `/api/booking/${id}`, { token: who.token })).body
const laptopState = async (id: string) =>
  (await shop.sql('select status from products where id = $1', [id]))[0]?.status

describe('a card that works', () => {
  it('makes the order paid and the laptop sold and unlisted, and reveals the seller’s number', async () => {
    const { laptop, id, secret } = await begin()
    expect((await payByCard(shop, secret, CARD.good)).status).toBe('succeeded')
    const told = await tell(shop, buyer, id, secret)
    expect(told).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(await read(id)).toMatchObject({
      paid: true,
      available: false,
      transactionId: transactionOf(secret),
      sellerPhone: '01700000001',
    })
    for (const path of ['/api/products', '/api/adsproduct', '/api/product?brand=hp', '/api/brand/hp'])
      expect(JSON.stringify((await shop.call('GET', path)).body)).not.toContain(laptop)
  })

  it('takes effect once, however often page and event report it', async () => {
    const { id, secret } = await begin()
    const mailed = shop.mails.length
    await payByCard(shop, secret, CARD.good)
    const answers = await Promise.all([
      tell(shop, buyer, id, secret),
      tell(shop, buyer, id, secret),
      shop.sandbox.settled(),
    ])
    expect((await tell(shop, buyer, id, secret)).body).toEqual(answers[0].body)
    expect(answers[1].body).toEqual(answers[0].body)
    expect(await shop.sql(`select state from payments where order_id = $1`, [id])).toEqual([
      { state: 'succeeded' },
    ])
    expect(shop.mails.slice(mailed).map(({ to }) => to)).toEqual([buyer.email, seller.email])
  })

  it('makes the order paid by the provider’s event alone, without a report by the page', async () => {
    const { laptop, id, secret } = await begin()
    await payByCard(shop, secret, CARD.good)
    await shop.sandbox.settled()
    expect(await read(id)).toMatchObject({ paid: true })
    expect(await laptopState(laptop)).toBe('sold')
  })

  it('is found by the reconciler when neither page nor event reports it', async () => {
    const { laptop, id, secret } = await begin()
    // More than this payment has events: those of earlier ones may be sent again meanwhile.
    shop.sandbox.faults.set('deliver', 'dropped', 100)
    await payByCard(shop, secret, CARD.good)
    await shop.sandbox.settled()
    expect(await read(id)).toMatchObject({ paid: false })
    shop.pass({ minutes: 1 })
    await reconcilePayments({ ...shop.deps, jobs: shop.deps.jobs })
    expect(await read(id)).toMatchObject({ paid: true })
    expect(await laptopState(laptop)).toBe('sold')
    shop.sandbox.faults.clear()
  })

  it('lists the order once, with the transaction that paid it, after an attempt that expired', async () => {
    const { id } = await begin()
    shop.pass({ minutes: 16 })
    await releaseExpiredHolds(shop.deps)
    const token = await renewToken(shop, buyer)
    const listed = async () => (await shop.call('GET', `/api/bookings?email=${buyer.email}`, { token })).body
    expect(await listed()).toMatchObject([{ _id: id, paid: false, transactionId: null }])
    const secret = (await beginPayment(shop, { ...buyer, token }, id)).body.client_secret
    await payByCard(shop, secret, CARD.good)
    await shop.sandbox.settled()
    expect(await listed()).toMatchObject([{ _id: id, paid: true, transactionId: transactionOf(secret) }])
  })

  it('notifies the other buyers of the laptop by mail, and their payments are refused', async () => {
    const { laptop, id, secret } = await begin()
    const other = await signUp(shop, 'buyer')
    const theirs = await order(shop, other, laptop)
    await payByCard(shop, secret, CARD.good)
    await tell(shop, buyer, id, secret)
    expect(shop.mails.at(-1)).toMatchObject({
      to: other.email,
      subject: expect.stringContaining('sold to somebody else'),
    })
    expect(await beginPayment(shop, other, theirs)).toMatchObject({
      status: 409,
      body: { code: 'laptop-not-available' },
    })
    expect(await read(theirs, other)).toMatchObject({ paid: false, available: false })
  })
})

describe('a card that does not work', () => {
  it('leaves the order unpaid when declined, and another card pays the same payment', async () => {
    const { laptop, id, secret } = await begin()
    expect((await payByCard(shop, secret, CARD.declined)).error.message).toBe('Your card was declined.')
    expect(await tell(shop, buyer, id, secret)).toMatchObject({
      status: 409,
      body: { code: 'payment-not-succeeded', detail: 'Your card was declined.' },
    })
    expect(await read(id)).toMatchObject({ paid: false, available: true })
    const again = await beginPayment(shop, buyer, id)
    expect(again.body).toMatchObject({ client_secret: secret, lastDecline: 'Your card was declined.' })
    expect((await payByCard(shop, secret, CARD.good)).status).toBe('succeeded')
    expect((await tell(shop, buyer, id, secret)).status).toBe(200)
    expect(
      await shop.sql('select state, last_decline from payments where product_id = $1', [laptop]),
    ).toEqual([{ state: 'succeeded', last_decline: null }])
  })

  it('requires authentication: a failed one can be repeated, a completed one pays', async () => {
    const { id, secret } = await begin()
    expect((await payByCard(shop, secret, CARD.authenticate)).status).toBe('requires_action')
    expect((await tell(shop, buyer, id, secret)).status).toBe(409)
    await authenticate(shop, secret, 'fail')
    expect(await read(id)).toMatchObject({ paid: false })
    await payByCard(shop, secret, CARD.authenticate)
    await authenticate(shop, secret, 'complete')
    expect((await tell(shop, buyer, id, secret)).status).toBe(200)
    expect(await read(id)).toMatchObject({ paid: true })
  })
})

describe('the claim on a laptop', () => {
  it('reserves it for 15 minutes, in which another buyer is refused with laptop-held', async () => {
    const { laptop, id } = await begin()
    const first = buyer
    const other = await signUp(shop, 'buyer')
    const theirs = await order(shop, other, laptop)
    expect(await beginPayment(shop, other, theirs)).toMatchObject({
      status: 409,
      body: { code: 'laptop-held' },
    })
    shop.pass({ minutes: 16 })
    other.token = await renewToken(shop, other)
    first.token = await renewToken(shop, first)
    expect((await beginPayment(shop, other, theirs)).status).toBe(200)
    expect((await beginPayment(shop, first, id)).status).toBe(409)
  })

  it('cancels the first buyer’s payment at the provider once it passes to another buyer', async () => {
    const { laptop, secret } = await begin()
    const other = await signUp(shop, 'buyer')
    const theirs = await order(shop, other, laptop)
    shop.pass({ minutes: 16 })
    other.token = await renewToken(shop, other)
    const { body } = await beginPayment(shop, other, theirs)
    expect((await payByCard(shop, secret, CARD.good)).error.code).toBe('payment_intent_unexpected_state')
    expect((await payByCard(shop, body.client_secret, CARD.good)).status).toBe('succeeded')
    expect((await tell(shop, other, theirs, body.client_secret)).status).toBe(200)
  })

  it('does not prevent one full refund when the laptop is sold before the payment', async () => {
    const { laptop, id, secret } = await begin()
    markedSold.push(laptop)
    await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [laptop])
    await payByCard(shop, secret, CARD.good)
    const [told] = await Promise.all([tell(shop, buyer, id, secret), shop.sandbox.settled()])
    expect(told).toMatchObject({ status: 409, body: { code: 'payment-refunded' } })
    expect((await tell(shop, buyer, id, secret)).status).toBe(409)
    const intent = await shop.deps.cards.readIntent(transactionOf(secret))
    expect(intent).toMatchObject({ status: 'succeeded', refundedCents: 44950 })
    expect(await shop.sql('select state from payments where order_id = $1', [id])).toEqual([
      { state: 'refunded' },
    ])
  })

  it('is granted to one of six concurrent buyers', async () => {
    const laptop = await putOnSale(shop, seller)
    const buyers = await Promise.all(Array.from({ length: 6 }, () => signUp(shop, 'buyer')))
    const ids = await Promise.all(buyers.map((each) => order(shop, each, laptop)))
    const answers = await Promise.all(buyers.map((each, n) => beginPayment(shop, each, ids[n] ?? '')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('is limited to three laptops per buyer', async () => {
    buyer = await signUp(shop, 'buyer')
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) {
      const id = await order(shop, buyer, await putOnSale(shop, seller))
      statuses.push((await beginPayment(shop, buyer, id)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 409])
  })
})

describe('the provider', () => {
  it('leads to a 503 while it is away, and the same attempt goes on when it is back', async () => {
    buyer = await signUp(shop, 'buyer')
    const id = await order(shop, buyer, await putOnSale(shop, seller))
    shop.sandbox.faults.set('create', 'refused', 5)
    expect(await beginPayment(shop, buyer, id)).toMatchObject({
      status: 503,
      body: { code: 'card-provider-unavailable' },
    })
    shop.sandbox.faults.clear()
    const { body } = await beginPayment(shop, buyer, id)
    await payByCard(shop, body.client_secret, CARD.good)
    expect((await tell(shop, buyer, id, body.client_secret)).status).toBe(200)
    expect(await shop.sql('select attempt from payments where order_id = $1', [id])).toEqual([{ attempt: 1 }])
  })

  it('is trusted only with a valid signature', async () => {
    const body = JSON.stringify({
      id: 'evt_forged',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_x' } },
    })
    for (const signature of [
      undefined,
      '',
      't=1,v1=00',
      `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    ]) {
      const headers: Record<string, string> = signature === undefined ? {} : { 'stripe-signature': signature }
      expect((await shop.call('POST', '/api/webhooks/stripe', { body, headers })).status).toBe(400)
    }
  })

  it('can report a dispute: the order stays paid and the payment is marked', async () => {
    const { laptop, id, secret } = await begin()
    await payByCard(shop, secret, CARD.disputed)
    await shop.sandbox.settled()
    expect(await read(id)).toMatchObject({ paid: true })
    expect(
      (await shop.sql('select disputed_at from payments where order_id = $1', [id]))[0]?.disputed_at,
    ).not.toBe(null)
    expect(await laptopState(laptop)).toBe('sold')
  })
})
