import { Stripe } from 'stripe'
import { z } from 'zod'
import { type CardEvent, CardWebhookRefused } from './card-payments.ts'

/** How far the time of signing may lie from now, in seconds, either way. */
const TOLERANCE = 300

const StripeEvent = z.object({
  id: z.string().min(1),
  object: z.literal('event'),
  type: z.string().min(1),
  created: z.int(),
  data: z.object({
    object: z.looseObject({
      id: z.string().optional(),
      object: z.string(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})

/**
 * Checks signature and age of a webhook's raw body and reads the event. The SDK proves the signature over
 * the bytes and refuses the old; the times that lie ahead, which it would let pass, are refused here.
 */
export function readStripeWebhook(
  secret: string,
  rawBody: string,
  signature: string | undefined,
  now: Date,
): CardEvent {
  const times = [...(signature ?? '').matchAll(/(?:^|,)t=([^,]*)/g)].map((match) => match[1]!)
  const [time] = times
  if (!signature || time === undefined || times.length !== 1 || !/^\d{1,12}$/.test(time)) {
    throw new CardWebhookRefused('The signature is missing or malformed.')
  }
  const age = Math.floor(now.getTime() / 1000) - Number(time)
  if (Math.abs(age) > TOLERANCE)
    throw new CardWebhookRefused('The time of the signature is too far from now.')
  let event: unknown
  try {
    event = Stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE, undefined, now.getTime())
  } catch (error) {
    throw new CardWebhookRefused('The signature is not the card provider’s, or the body is not JSON.', error)
  }
  const read = StripeEvent.safeParse(event)
  if (!read.success) throw new CardWebhookRefused('The body is not an event.', read.error)
  const { id, type, created, data } = read.data
  const intentId = intentOf(data.object)
  return { id, type, ...(intentId && { intentId }), createdAt: new Date(created * 1000) }
}

/** The payment an event is about: itself, or the one that its charge, refund or dispute belongs to. */
function intentOf(object: z.output<typeof StripeEvent>['data']['object']): string | undefined {
  if (object.object === 'payment_intent') return object.id
  const intent = object.payment_intent
  return (typeof intent === 'string' ? intent : intent?.id) ?? undefined
}
