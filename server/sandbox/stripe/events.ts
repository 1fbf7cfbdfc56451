import type { Stripe } from 'stripe'
import { newId } from './new-id.ts'
import { seconds, type Work } from './work.ts'

/** What is told to the webhook, in the provider's names. */
type EventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'payment_intent.payment_failed'
  | 'payment_intent.amount_capturable_updated'
  | 'payment_intent.succeeded'
  | 'payment_intent.canceled'
  | 'charge.pending'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

export type EventBody = Omit<Stripe.EventBase, 'type' | 'data'> & {
  type: EventType
  data: { object: object }
}

/** The provider's API version that this stand-in speaks, and stamps on its events. */
export const apiVersion = '2026-10-28.endive'

/**
 * Writes an event with the object as it is now, in the transaction of what it tells: an event is never
 * sent of something that did not happen, nor lost of something that did. Deliveries pick it up after the
 * commit.
 */
export async function recordEvent(work: Work, type: EventType, object: object): Promise<void> {
  const body: EventBody = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(work.now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: work.request.id, idempotency_key: work.request.idempotencyKey },
    type,
  }
  await work.client.query(
    'insert into sandbox_stripe.events (id, created, type, body, next_attempt_at) values ($1, $2, $3, $4, $5)',
    [body.id, body.created, type, JSON.stringify(body), work.now],
  )
}
