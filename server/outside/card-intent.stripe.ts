import { z } from 'zod'
import { type CardIntent, CardProviderUnavailable, cardIntentStatuses } from './card-payments.ts'

/** An id of another form cannot be the provider's. */
export const INTENT_ID = /^pi_[A-Za-z0-9_]{1,200}$/

/** The part of a payment intent that the shop relies on; `latest_charge` is asked for expanded. */
const StripeIntent = z.object({
  id: z.string().regex(INTENT_ID),
  object: z.literal('payment_intent'),
  client_secret: z.string().nullable(),
  status: z.enum(cardIntentStatuses),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  last_payment_error: z
    .object({
      code: z.string().optional(),
      type: z.string(),
      // It is stored, and PostgreSQL stores no NUL.
      message: z
        .string()
        .regex(/^[^\0]*$/)
        .optional(),
    })
    .nullable(),
  latest_charge: z
    .object({
      created: z.int(),
      amount_refunded: z.int(),
      disputed: z.boolean(),
      outcome: z.object({ risk_level: z.string().optional() }).nullable(),
    })
    .nullable(),
})

/** The API's message for this is written for developers; buyers are shown that of the provider's own script. */
const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/**
 * The provider's answer as the shop's `CardIntent`. Throws `CardProviderUnavailable` for an answer that is no payment
 * intent: from a proxy in between, or from a provider that is out of order.
 */
export function toCardIntent(answer: unknown): CardIntent {
  const read = StripeIntent.safeParse(answer)
  if (!read.success) throw new CardProviderUnavailable(read.error)
  const { data } = read
  // The secret contains the id of its payment; with that of another, the buyer would pay for that.
  if (data.client_secret !== null && !data.client_secret.startsWith(`${data.id}_secret`))
    throw new CardProviderUnavailable(new Error('The secret in the answer is another payment’s.'))
  const error = data.last_payment_error
  const charge = data.latest_charge
  return {
    id: data.id,
    ...(data.client_secret !== null && { clientSecret: data.client_secret }),
    status: data.status,
    amountCents: data.amount,
    amountReceivedCents: data.amount_received,
    currency: data.currency,
    ...(data.metadata.order_id && { orderId: data.metadata.order_id }),
    ...(data.metadata.payment_id && { paymentId: data.metadata.payment_id }),
    refundedCents: charge?.amount_refunded ?? 0,
    ...(charge && data.status === 'succeeded' && { chargedAt: new Date(charge.created * 1000) }),
    ...(error && { lastDecline: wordsOf(error) }),
    ...(charge?.outcome?.risk_level && { riskLevel: charge.outcome.risk_level }),
    disputed: charge?.disputed ?? false,
  }
}

function wordsOf({
  code,
  message,
}: NonNullable<z.output<typeof StripeIntent>['last_payment_error']>): string {
  if (code === 'payment_intent_authentication_failure') return AUTHENTICATION_FAILED
  return message ?? 'Your card was declined.'
}
