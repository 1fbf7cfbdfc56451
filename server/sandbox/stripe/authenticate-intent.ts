import { z } from 'zod'
import type { Answer } from './answer.ts'
import { paymentMethodOf } from './card.ts'
import { chargeCard } from './charge-card.ts'
import { failPayment } from './fail-payment.ts'
import { requireIntent } from './store.ts'
import { requireAllowed } from './transitions.ts'
import type { Work } from './work.ts'

export const authenticateParams = z.strictObject({
  outcome: z.enum(['complete', 'fail']),
  client_secret: z.string(),
})

/** What the provider's API says of a failed authentication; its script shows people `authenticationFailed`. */
const FOR_DEVELOPERS =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.'

/**
 * The cardholder's answer to the bank's question, this stand-in's own endpoint in place of a bank. Complete:
 * the card is charged, however that ends. Fail: the payment waits for a card again. The answer is the
 * payment, whose state tells.
 */
export async function authenticateIntent(
  work: Work,
  id: string,
  { outcome }: z.output<typeof authenticateParams>,
): Promise<Answer> {
  const stored = await requireIntent(work, id)
  const { body, card } = stored
  requireAllowed(body, 'authenticate')
  if (!card) throw new Error(`${id} asks for authentication without a card`)
  if (outcome === 'complete') {
    await chargeCard(work, stored, 'authenticate')
  } else {
    await failPayment(work, stored, 'authenticate', {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: FOR_DEVELOPERS,
      payment_method: paymentMethodOf(card),
    })
  }
  return { object: body }
}
