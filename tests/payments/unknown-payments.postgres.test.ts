import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { atProvider, begun, ordered } from './bring.ts'

/* Payments that are not the shop's: another program may use the same account at the provider. */

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
})
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

const alarms = (intentId: string) =>
  shop.lines.filter((line) => line.includes('"payment-unknown"') && line.includes(intentId)).length

it('an event of a payment that the provider does not know is accepted, with an alarm', async () => {
  expect((await tellByEvent(shop, 'pi_made_up')).status).toBe(200)
  expect(alarms('pi_made_up')).toBe(1)
})

it('a report by a buyer of an unknown payment raises no alarm', async () => {
  const [seller] = (await crowd(shop, 'seller', 1)) as [Person]
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const { id } = await ordered(shop, { buyer, seller })
  shop.sandbox.faults.set('create', 'refused', 2)
  expect((await beginPayment(shop, buyer, id)).status).toBe(503)
  expect((await tell(shop, buyer, id, 'pi_of_a_buyer')).body.code).toBe('payment-not-succeeded')
  expect(alarms('pi_of_a_buyer')).toBe(0)
})

it('repeated events of the shop’s own payment raise no alarm', async () => {
  const [seller] = (await crowd(shop, 'seller', 1)) as [Person]
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const { secret, intentId } = await begun(shop, { buyer, seller })
  await payByCard(shop, secret, CARD.good)
  for (let time = 0; time < 2; time++)
    expect((await tellByEvent(shop, intentId, 'payment_intent.succeeded', 'evt_again')).status).toBe(200)
  expect(alarms(intentId)).toBe(0)
})

it.each([
  ['no metadata', {}],
  ['another program’s payment ID', { 'metadata[payment_id]': '4711' }],
])('an authorisation with %s, made by another program, is not canceled', async (_what, numbers) => {
  const terms = { amount: '44950', currency: 'usd', capture_method: 'manual', confirm: 'true' }
  const { id } = await atProvider(shop, 'payment_intents', {
    ...terms,
    payment_method: 'pm_card_visa',
    ...numbers,
  })
  expect((await tellByEvent(shop, id, 'payment_intent.amount_capturable_updated')).status).toBe(200)
  await reconcilePayments(shop.deps)
  expect((await shop.deps.cards.readIntent(id))?.status).toBe('requires_capture')
})
