import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import type { FrontDoor } from './front-door.ts'

/** Tells the shop of a payment as the provider does: an event, a new one if it has no id, signed now by the shop's clock. */
export function tellByEvent(
  shop: FrontDoor,
  intentId: string,
  type = 'payment_intent.succeeded',
  id = `evt_${randomBytes(12).toString('hex')}`,
) {
  const created = Math.floor(shop.deps.clock().getTime() / 1000)
  const data = { object: { id: intentId, object: 'payment_intent' } }
  const body = JSON.stringify({ id, object: 'event', type, created, data })
  const headers = { 'stripe-signature': signatureOf(shop, body) }
  return shop.call('POST', '/api/webhooks/stripe', { body, headers })
}

/** The provider's signature of a body, made now by the shop's clock. */
export function signatureOf(shop: FrontDoor, payload: string): string {
  const timestamp = Math.floor(shop.deps.clock().getTime() / 1000)
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: shop.keys.webhookSecret, timestamp })
}
