import { z } from 'zod'
import type { CardEvent } from './card-payments.ts'

const StripeEvent = z.object({
  id: z.string().min(1),
  object: z.literal('event'),
  type: z.string().min(1),
  created: z.int(),
  livemode: z.boolean().optional(),
  data: z.object({
    object: z.looseObject({
      id: z.string().optional(),
      object: z.string(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})

/**
 * The provider's event as the shop's `CardEvent`. `live` says whether the shop's keys move real money. Throws a
 * ZodError for what is no event.
 */
export function toCardEvent(sent: unknown, live: boolean): CardEvent {
  const { id, type, created, data, livemode } = StripeEvent.parse(sent)
  const intentId = intentOf(data.object)
  return {
    id,
    type,
    createdAt: new Date(created * 1000),
    ...(intentId && { intentId }),
    otherMode: livemode !== undefined && livemode !== live,
  }
}

/** The payment that an event is about: its object, or the one that its charge, refund or dispute belongs to. */
function intentOf(object: z.output<typeof StripeEvent>['data']['object']): string | undefined {
  if (object.object === 'payment_intent') return object.id
  const intent = object.payment_intent
  return (typeof intent === 'string' ? intent : intent?.id) ?? undefined
}
