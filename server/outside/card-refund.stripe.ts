import { z } from 'zod'
import { CardProviderUnavailable, type CardRefund, cardRefundStatuses } from './card-payments.ts'

const StripeRefund = z.object({
  id: z.string().min(1),
  object: z.literal('refund'),
  status: z.enum(cardRefundStatuses),
  payment_intent: z.string().nullable(),
})

/** The provider's answer as a refund: of this payment, or of this id. Throws `CardProviderUnavailable` for any other. */
export function toCardRefund(answer: unknown, of: { intentId: string } | { id: string }): CardRefund {
  const read = StripeRefund.safeParse(answer)
  if (!read.success) throw new CardProviderUnavailable(read.error)
  const { id, status, payment_intent } = read.data
  if ('id' in of ? id !== of.id : payment_intent !== of.intentId)
    throw new CardProviderUnavailable(new Error('The answer is another refund.'))
  return { id, status }
}
