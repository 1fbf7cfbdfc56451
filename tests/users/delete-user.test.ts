import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, orderAsGuest, putOnSale } from '#tests/support/laptops.ts'
import { linkTo } from '#tests/support/mails.ts'
import { makeAdmin, PASSWORD, type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let admin: Person
let seller: Person
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  admin = await makeAdmin(shop)
  seller = await signUp(shop, 'seller')
})
beforeEach(async () => {
  buyer = await signUp(shop, 'buyer', 'Ada Lovelace')
})
afterAll(() => shop.close())
afterEach(() => expectReconciled(shop))

const remove = async ({ id }: { id: string }, who: Person | undefined = admin) =>
  shop.call('DELETE', `/api/user/${id}`, { token: who && (await renewToken(shop, who)) })
const GONE = { status: 200, body: { acknowledged: true, deletedCount: 1 } }
const rows = (table: string, column: string, id: string) =>
  shop.sql(`select * from ${table} where ${column} = $1`, [id])

/** An order of the buyer, with its payment as far as the card got. */
async function ordered(card?: string, from = seller) {
  const laptop = await putOnSale(shop, from)
  const id = await order(shop, buyer, laptop)
  if (!card) return { id, laptop, secret: '' }
  const secret: string = (await beginPayment(shop, buyer, id)).body.client_secret
  await payByCard(shop, secret, card)
  return { id, laptop, secret }
}

describe('deleting a person', () => {
  it('requires an admin', async () => {
    expect((await shop.call('DELETE', `/api/user/${buyer.id}`)).status).toBe(401)
    for (const who of [buyer, seller]) expect((await remove(buyer, who)).status).toBe(403)
    expect(await rows('users', 'id', buyer.id)).toHaveLength(1)
  })

  it('responds 404 for an unknown person, and after the deletion', async () => {
    for (const id of [newId(new Date()), 'no-id']) expect((await remove({ id })).status).toBe(404)
    expect(await remove(buyer)).toMatchObject(GONE)
    expect((await remove(buyer)).status).toBe(404)
  })

  it('is refused for an admin, be it oneself or another', async () => {
    const [self, other] = [await remove(admin), await remove(await makeAdmin(shop))]
    for (const { status, body } of [self, other])
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'account-stays' })
    expect(self.body.detail).not.toBe(other.body.detail)
  })
})

describe('deleting a buyer', () => {
  it('signs them out at the next request, prevents a sign-in, and is mailed', async () => {
    expect(
      (await shop.call('GET', `/api/bookings?email=${buyer.email}`, { token: buyer.token })).status,
    ).toBe(200)
    shop.mails.length = 0
    expect(await remove(buyer)).toMatchObject(GONE)
    const { token, cookie, email, name } = buyer
    expect((await shop.call('GET', `/api/bookings?email=${email}`, { token })).status).toBe(401)
    expect((await shop.call('POST', '/api/jwt', { cookie, body: { email } })).status).toBe(401)
    const late = { cookie, body: { name, email, userType: 'buyer' } }
    expect((await shop.call('POST', '/api/users', late)).status).toBe(401)
    const again = await shop.call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })
    expect(again.status).toBe(401)
    expect(shop.mails).toMatchObject([{ to: email, subject: 'Your account was deleted' }])
    const said = shop.lines
      .filter((line) => line.includes('"person-deleted"'))
      .map((line) => JSON.parse(line))
    expect(said.at(-1)).toMatchObject({ level: 40, personId: buyer.id })
    expect(JSON.stringify(said)).not.toContain(email)
  })

  it('removes every mailed link with their e-mail', async () => {
    const { id, email } = buyer
    const { token } = linkTo(shop, email)
    await shop.call('POST', '/auth/request-password-reset', { body: { email } })
    const links = () => shop.sql('select from verifications where value = any($1)', [[id, email]])
    expect(await links()).toHaveLength(2)
    expect(await remove(buyer)).toMatchObject(GONE)
    expect(await links()).toEqual([])
    const confirmed = await shop.call('POST', '/auth/confirm-email', { body: { token } })
    expect(confirmed).toMatchObject({ status: 400, body: { code: 'link-too-old' } })
  })

  it('keeps the link of a guest order with their e-mail', async () => {
    const { email } = buyer
    await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const { token } = linkTo(shop, email)
    expect(await remove(buyer)).toMatchObject(GONE)
    const confirmed = await shop.call('POST', '/auth/confirm-email', { body: { token } })
    expect(confirmed).toMatchObject({ status: 200, body: { email, outcome: 'sign-up' } })
  })

  it('removes unpaid orders and wishes, and the laptops stay on sale', async () => {
    const { id, laptop } = await ordered()
    await shop.call('POST', '/api/wishlist', { token: buyer.token, body: { productId: laptop } })
    expect(await remove(buyer)).toMatchObject(GONE)
    expect(await rows('orders', 'id', id)).toEqual([])
    expect(await rows('wishlist', 'product_id', laptop)).toEqual([])
    expect(JSON.stringify((await shop.call('GET', '/api/products')).body)).toContain(laptop)
  })

  it('cancels a payment that they had begun', async () => {
    const { laptop, id, secret } = await ordered(CARD.declined)
    expect(await remove(buyer)).toMatchObject(GONE)
    expect((await payByCard(shop, secret, CARD.good)).error.code).toBe('payment_intent_unexpected_state')
    expect(await rows('orders', 'id', id)).toEqual([])
    buyer = await signUp(shop, 'buyer')
    const next = await order(shop, buyer, laptop)
    expect((await beginPayment(shop, buyer, next)).status).toBe(200)
  })

  it('keeps a paid order without personal data, and mails its seller', async () => {
    const { id, laptop, secret } = await ordered(CARD.good)
    await tell(shop, buyer, id, secret)
    shop.mails.length = 0
    expect(await remove(buyer)).toMatchObject(GONE)
    expect(shop.mails).toMatchObject([
      { to: buyer.email },
      { to: seller.email, subject: 'The buyer of one of your laptops has left Clamshell' },
    ])
    expect(JSON.stringify(shop.mails[1])).not.toMatch(/Ada Lovelace|EliteBook/)
    // Nobody has proven that the e-mail is the seller's.
    expect(shop.mails[1]?.text.at(-1)).toMatch(/^If you do not sell on Clamshell,/)
    const [kept] = await rows('orders', 'id', id)
    expect(kept).toMatchObject({
      state: 'paid',
      price_cents: 44950,
      buyer_id: null,
      buyer_name: 'A former buyer',
      buyer_email: '',
      phone: '',
      location: '',
    })
    expect((await rows('products', 'id', laptop))[0]).toMatchObject({ status: 'sold', withdrawn_at: null })
    expect(await rows('payments', 'order_id', id)).toMatchObject([{ state: 'succeeded', buyer_id: null }])
  })

  it.each([
    { days: 29, mailed: true },
    { days: 31, mailed: false },
  ])('mails a seller whom they paid $days days ago: $mailed', async ({ days, mailed }) => {
    const { id, secret } = await ordered(CARD.good)
    await tell(shop, buyer, id, secret)
    await shop.sql(`alter table orders disable trigger user;
      update orders set paid_at = paid_at - interval '${days} days' where id = '${id}';
      alter table orders enable trigger user`)
    shop.mails.length = 0
    expect(await remove(buyer)).toMatchObject(GONE)
    expect(shop.mails.map(({ to }) => to)).toEqual([buyer.email, ...(mailed ? [seller.email] : [])])
  })

  it('keeps an order as paid whose charge only the provider knew of', async () => {
    shop.sandbox.faults.set('deliver', 'dropped', 100)
    const { id } = await ordered(CARD.good)
    expect(await remove(buyer)).toMatchObject(GONE)
    shop.sandbox.faults.clear()
    expect((await rows('orders', 'id', id))[0]).toMatchObject({ state: 'paid', buyer_name: 'A former buyer' })
  })

  it('is refused while a payment of theirs is processing', async () => {
    const { id } = await ordered(CARD.processing)
    expect(await remove(buyer)).toMatchObject({ status: 409, body: { code: 'payment-in-flight' } })
    expect((await shop.call('GET', `/api/booking/${id}`, { token: buyer.token })).body.paid).toBe(false)
    shop.pass({ minutes: 5 })
    await shop.sandbox.settled()
    expect((await rows('orders', 'id', id))[0]).toMatchObject({ state: 'paid', buyer_id: buyer.id })
    expect(await remove(buyer)).toMatchObject(GONE)
  })

  it('is refused while a refund to them is due, even for a deleted order', async () => {
    const { id, secret } = await ordered(CARD.processing)
    await shop.sql('delete from orders where id = $1', [id])
    const another = await ordered(CARD.declined)
    shop.sandbox.faults.set('refund', 'reset', 10)
    shop.pass({ minutes: 5 })
    await shop.sandbox.settled()
    const states = () => shop.sql('select state from payments where intent_id = $1', [transactionOf(secret)])
    expect(await states()).toEqual([{ state: 'refund-due' }])
    expect(await remove(buyer)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/being refunded/) },
    })
    expect(await remove(await signUp(shop, 'buyer'))).toMatchObject(GONE)
    // A refused deletion does not cancel the other payment that they have begun.
    expect(await rows('payments', 'order_id', another.id)).toMatchObject([{ state: 'open' }])
    shop.sandbox.faults.clear()
    await reconcilePayments(shop.deps)
    expect(await states()).toEqual([{ state: 'refunded' }])
    expect(await remove(buyer)).toMatchObject(GONE)
  })

  it('is refused when it reveals a payment that must be refunded', async () => {
    shop.sandbox.faults.set('deliver', 'dropped', 100)
    const { laptop } = await ordered(CARD.good)
    await shop.sql('update products set withdrawn_at = now() where id = $1', [laptop])
    shop.sandbox.faults.set('refund', 'reset', 10)
    expect(await remove(buyer)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/being refunded/) },
    })
    shop.sandbox.faults.clear()
    shop.pass({ minutes: 1 })
    await reconcilePayments(shop.deps)
    expect(await remove(buyer)).toMatchObject(GONE)
  })

  it('responds 503 while the provider is unavailable, and succeeds afterwards', async () => {
    const { id } = await ordered(CARD.declined)
    shop.sandbox.faults.set('retrieve', 'refused', 10)
    expect((await remove(buyer)).status).toBe(503)
    shop.sandbox.faults.clear()
    expect(await rows('orders', 'id', id)).toHaveLength(1)
    expect(await remove(buyer)).toMatchObject(GONE)
  })
})

describe('deleting a seller', () => {
  let leaving: Person
  beforeEach(async () => {
    leaving = await signUp(shop, 'seller')
  })

  it('unlists their laptops at once, and mails buyers who had ordered one', async () => {
    const laptop = await putOnSale(shop, leaving, { advertised: true })
    const id = await order(shop, buyer, laptop)
    shop.mails.length = 0
    expect(await remove(leaving)).toMatchObject(GONE)
    for (const path of ['/api/products', '/api/adsproduct', '/api/product?brand=hp', '/api/brand/hp'])
      expect(JSON.stringify((await shop.call('GET', path)).body)).not.toContain(laptop)
    expect((await rows('products', 'id', laptop))[0]).toMatchObject({ seller_id: null, phone: '' })
    const { token } = buyer
    expect((await shop.call('GET', `/api/booking/${id}`, { token })).body).toMatchObject({ available: false })
    expect((await beginPayment(shop, buyer, id)).body.code).toBe('laptop-not-available')
    expect(shop.mails.map(({ to }) => to)).toEqual([leaving.email, buyer.email])
  })

  it('keeps the receipts of their buyers, and mails the recent ones', async () => {
    const { id, laptop, secret } = await ordered(CARD.good, leaving)
    await tell(shop, buyer, id, secret)
    shop.mails.length = 0
    const read = async () => (await shop.call('GET', `/api/booking/${id}`, { token: buyer.token })).body
    const before = await read()
    expect(await remove(leaving)).toMatchObject(GONE)
    expect(await read()).toEqual({ ...before, sellerName: null })
    expect(before).toMatchObject({ paid: true, sellerPhone: '01700000001' })
    expect(shop.mails).toMatchObject([
      { to: leaving.email },
      { to: buyer.email, subject: `The seller of ${before.productName} has left Clamshell` },
    ])
    expect((await rows('products', 'id', laptop))[0]).toMatchObject({ status: 'sold', withdrawn_at: null })
  })

  it('cancels the payments that buyers of their laptops had begun', async () => {
    const { id, laptop } = await ordered(CARD.declined, leaving)
    expect(await remove(leaving)).toMatchObject(GONE)
    expect((await rows('products', 'id', laptop))[0]).toMatchObject({ seller_id: null })
    expect(await rows('payments', 'order_id', id)).toMatchObject([{ state: 'canceled' }])
    expect((await beginPayment(shop, buyer, id)).body.code).toBe('laptop-not-available')
  })

  it('is refused while a payment for one of their laptops is processing', async () => {
    const { laptop } = await ordered(CARD.processing, leaving)
    buyer = await signUp(shop, 'buyer')
    const begun = await ordered(CARD.declined, leaving)
    expect(await remove(leaving)).toMatchObject({ status: 409, body: { code: 'payment-in-flight' } })
    // The payment that another buyer has begun for a laptop of theirs goes on.
    expect((await payByCard(shop, begun.secret, CARD.good)).status).toBe('succeeded')
    expect((await tell(shop, buyer, begun.id, begun.secret)).status).toBe(200)
    expect((await rows('products', 'id', laptop))[0]).toMatchObject({
      seller_id: leaving.id,
      withdrawn_at: null,
    })
    expect((await renewToken(shop, leaving)).length).toBeGreaterThan(20)
    // The provider finishes what it was processing here, and not while shop and provider are compared.
    shop.pass({ minutes: 5 })
    await shop.sandbox.settled()
  })
})
