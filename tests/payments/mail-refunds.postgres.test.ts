import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'
import { type Attempt, atProvider, begun } from './bring.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
let attempt: Attempt
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
})
beforeEach(async () => {
  ;[buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  attempt = await begun(shop, { buyer, seller })
})
afterAll(() => shop.close())

const mails = (about = /^Your payment for/) =>
  shop.mails.filter(({ to, subject }) => to === buyer.email && about.test(subject))
const words = () => mails().map(({ subject, text }) => [subject, ...text].join(' '))

const markSold = () =>
  shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [attempt.laptop])
const letGo = () =>
  shop.sql(`update orders set state = 'open', held_until = null where id = $1`, [attempt.id])
async function rivalBegins() {
  await letGo()
  const [rival] = (await crowd(shop, 'buyer', 1)) as [Person]
  const id = await order(shop, rival, attempt.laptop)
  const { body } = await beginPayment(shop, rival, id)
  return { rival, id, secret: body.client_secret as string }
}
const reconcileLater = async () => {
  shop.pass({ minutes: 1 })
  await reconcilePayments({ ...shop.deps, jobs: shop.deps.jobs })
}

it('a buyer is mailed once about a refund, however often page, event and reconciler report it', async () => {
  await markSold()
  await payByCard(shop, attempt.secret, CARD.good)
  await tellByEvent(shop, attempt.intentId)
  expect(words()).toEqual([
    expect.stringMatching(
      /^Your payment for HP EliteBook 840 G6 is being refunded Hello Person .*\$449\.50.*sold to somebody else.* in full.* 5 to 10 days/,
    ),
  ])
  expect(words()[0]).toContain(attempt.intentId)
  await tell(shop, buyer, attempt.id, attempt.secret)
  await tellByEvent(shop, attempt.intentId)
  await reconcileLater()
  expect(mails()).toHaveLength(1)
})

it('a refund found by the reconciler is mailed, without a name when the e-mail is unconfirmed', async () => {
  await shop.sql('update users set email_verified = false where id = $1', [buyer.id])
  await markSold()
  await payByCard(shop, attempt.secret, CARD.good)
  await reconcileLater()
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.text[0]).toBe('Hello,')
})

it.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'is no longer for sale',
    () => shop.sql('update products set withdrawn_at = now() where id = $1', [attempt.laptop]),
    /no longer for sale/,
  ],
  ['is being paid for by another buyer', rivalBegins, /another buyer/],
  [
    'belongs to a deleted order',
    () => shop.sql('delete from orders where id = $1', [attempt.id]),
    /order had already been deleted/,
  ],
])('the refund mail gives the reason when the laptop %s', async (_what, happens, why) => {
  await happens()
  await payByCard(shop, attempt.secret, CARD.good)
  await tellByEvent(shop, attempt.intentId)
  expect(words()).toEqual([expect.stringMatching(why)])
})

it('two concurrent events of a payment whose order was deleted lead to one mail', async () => {
  await shop.sql('delete from orders where id = $1', [attempt.id])
  await payByCard(shop, attempt.secret, CARD.good)
  const other = await shop.deps.pool.connect()
  await other.query('begin')
  await other.query('select 1 from payments where intent_id = $1 for update', [attempt.intentId])
  const told = [tellByEvent(shop, attempt.intentId), tellByEvent(shop, attempt.intentId)]
  await untilWaiting(shop.deps.pool, 2)
  await other.query('rollback')
  other.release()
  expect((await Promise.all(told)).map(({ status }) => status)).toEqual([200, 200])
  expect(mails()).toHaveLength(1)
})

it('the refund mail contains no dollar amount when the payment was in another currency', async () => {
  const [payment] = await shop.sql('select id from payments where order_id = $1', [attempt.id])
  const terms = { amount: '44950', currency: 'eur', confirm: 'true', payment_method: 'pm_card_visa' }
  const { id } = await atProvider(shop, 'payment_intents', { ...terms, 'metadata[payment_id]': payment?.id })
  await shop.sql('update payments set intent_id = $2 where id = $1', [payment?.id, id])
  await tellByEvent(shop, id)
  expect(words()).toEqual([expect.stringMatching(/We received your payment for .* but cannot keep it/)])
  expect(words()[0]).not.toContain('$')
})

it('a refund that the provider refuses is mailed to the buyer once', async () => {
  await markSold()
  await payByCard(shop, attempt.secret, CARD.disputed)
  await tellByEvent(shop, attempt.intentId)
  await reconcileLater()
  expect(mails().map(({ subject }) => subject)).toEqual([
    'Your payment for HP EliteBook 840 G6 is being refunded',
    'Your payment for HP EliteBook 840 G6 could not be refunded',
  ])
  expect(words()[1]).toMatch(/write to us/)
  expect(mails()[1]?.action?.url).toMatch(/#contact$/)
})

const refusal = async (who = buyer, id = attempt.id) => {
  const { status, body } = await beginPayment(shop, who, id)
  expect([status, body.code]).toEqual([409, 'laptop-not-available'])
  return body.detail
}

it('the refusal of a sold laptop states the refund of a charged buyer, and no charge to others', async () => {
  const [other] = (await crowd(shop, 'buyer', 1)) as [Person]
  const theirs = await order(shop, other, attempt.laptop)
  await markSold()
  await payByCard(shop, attempt.secret, CARD.good)
  shop.sandbox.faults.set('refund', 'reset', 10)
  await tellByEvent(shop, attempt.intentId)
  const sold = 'This laptop was sold to somebody else.'
  expect(await refusal()).toBe(`${sold} Your payment is being refunded in full, which takes 5 to 10 days.`)
  shop.sandbox.faults.clear()
  await tell(shop, buyer, attempt.id, attempt.secret)
  expect(await refusal()).toMatch(/sold to somebody else\. Your payment was refunded in full/)
  await shop.sql(`update payments set state = 'refund-failed' where order_id = $1`, [attempt.id])
  expect(await refusal()).toMatch(/could not be refunded to your card: please write to us/)
  expect(await refusal(other, theirs)).toBe(`${sold} You have not been charged.`)
})

it('the mail that the laptop was sold to somebody else states the refund of a charged buyer', async () => {
  const { rival, id, secret } = await rivalBegins()
  await payByCard(shop, attempt.secret, CARD.good)
  await tellByEvent(shop, attempt.intentId)
  await payByCard(shop, secret, CARD.good)
  expect((await tell(shop, rival, id, secret)).status).toBe(200)
  const [gone] = mails(/was sold to somebody else/)
  expect(gone?.text.join(' ')).toMatch(/Your payment was refunded in full/)
  expect(gone?.text.join(' ')).not.toMatch(/not been charged/)
})

it('the refusal states the refund of the last of several payment attempts', async () => {
  await atProvider(shop, `payment_intents/${attempt.intentId}`, { amount: '100' })
  await payByCard(shop, attempt.secret, CARD.good)
  await tellByEvent(shop, attempt.intentId)
  const { body } = await beginPayment(shop, buyer, attempt.id)
  await markSold()
  await payByCard(shop, body.client_secret, CARD.good)
  shop.sandbox.faults.set('refund', 'reset', 10)
  await tell(shop, buyer, attempt.id, body.client_secret)
  shop.sandbox.faults.clear()
  expect(await refusal()).toMatch(/Your payment is being refunded in full/)
  const states = await shop.sql('select state from payments where order_id = $1 order by attempt', [
    attempt.id,
  ])
  expect(states).toEqual([{ state: 'refunded' }, { state: 'refund-due' }])
})
