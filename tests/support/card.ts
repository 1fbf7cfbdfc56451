import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { toCardIntent } from '#server/outside/card-intent.stripe.ts'
import type { FrontDoor } from './front-door.ts'
import { expectInvariants } from './invariants.ts'
import type { Person } from './people.ts'

/** Those of the provider's published test cards that several tests use. */
export const CARD = {
  good: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  authenticate: '4000002760003184',
  disputed: '4000000000000259',
  processing: '4000000000088015',
}

export const transactionOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** Starts the payment of an order, as the payment page does when it opens. */
export async function beginPayment(
  shop: FrontDoor,
  buyer: Person,
  bookingId: string,
  price: unknown = 449.5,
) {
  return shop.call('POST', '/api/create-payment-intent', { token: buyer.token, body: { price, bookingId } })
}

async function atProvider(
  shop: FrontDoor,
  clientSecret: string,
  call: string,
  fields: Record<string, string>,
) {
  const request = new Request(`http://provider/v1/payment_intents/${transactionOf(clientSecret)}/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: shop.keys.publishableKey, client_secret: clientSecret, ...fields }),
  })
  const response = await shop.sandbox.fetch(request)
  // biome-ignore lint/suspicious/noExplicitAny: the provider's own objects
  return (await response.json()) as any
}

/** Sends a card to the provider, as the card form in the browser does. */
export function payByCard(shop: FrontDoor, clientSecret: string, number: string) {
  return atProvider(shop, clientSecret, 'confirm', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  })
}

/** Answers the bank's question whether this is really the cardholder. */
export function authenticate(shop: FrontDoor, clientSecret: string, outcome: 'complete' | 'fail') {
  return atProvider(shop, clientSecret, 'sandbox_authenticate', { outcome })
}

/** Tells the shop that the card was charged, as the page does. */
export function tell(shop: FrontDoor, buyer: Person, bookingId: string, clientSecret: string) {
  const body = { name: 'x', price: 1, transactionId: transactionOf(clientSecret), bookingId }
  return shop.call('POST', '/api/paymentinfo', { token: buyer.token, body })
}

/** Every payment in the provider's own list, the newest first. */
export async function* everyIntent({ keys, sandbox }: FrontDoor) {
  const httpClient = Stripe.createFetchHttpClient((url, init) => sandbox.fetch(new Request(url, init)))
  const stripe = new Stripe(keys.secretKey, { httpClient, telemetry: false })
  for await (const intent of stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] }))
    yield toCardIntent(intent)
}

/**
 * Shop and provider must agree, in both directions and by the provider's own list: paid if and only if a payment of
 * exactly the price succeeded. Everything else that must always hold is checked, too. `markedSold` are laptops that
 * nobody paid for.
 */
export async function expectReconciled(shop: FrontDoor, markedSold: string[] = []): Promise<void> {
  const charged: Record<string, number> = {}
  for await (const intent of everyIntent(shop))
    if (intent.status === 'succeeded' && intent.refundedCents < intent.amountReceivedCents)
      charged[intent.orderId ?? 'none'] =
        (charged[intent.orderId ?? 'none'] ?? 0) + intent.amountReceivedCents - intent.refundedCents
  const paid = await shop.sql(`select id, price_cents from orders where state = 'paid'`)
  expect(charged).toEqual(Object.fromEntries(paid.map(({ id, price_cents }) => [id, price_cents])))
  await expectInvariants(shop, { markedSold })
}
