import { randomBytes } from 'node:crypto'
import { signatureOf } from '#server/sandbox/stripe/signature.ts'
import type { FrontDoor } from './front-door.ts'

/** Tells the shop of a payment as the provider does: an event, a new one if it has no id, signed now by the shop's clock. */
export function tellByEvent(
  shop: FrontDoor,
  intentId: string,
  type = 'payment_intent.succeeded',
  id = `evt_${randomBytes(12).toString('hex')}`,
) {
  const now = shop.deps.clock()
  const body = JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(now.getTime() / 1000),
    data: { object: { id: intentId, object: 'payment_intent' } },
  })
  const headers = { 'stripe-signature': signatureOf(body, shop.keys.webhookSecret, now) }
  return shop.call('POST', '/api/webhooks/stripe', { body, headers })
}
