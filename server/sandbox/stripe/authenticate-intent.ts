import { z } from 'zod'
import type { Answer } from './answer.ts'
import { paymentMethodOf } from './card.ts'
import { chargeCard } from './charge-card.ts'
import { failPayment } from './fail-payment.ts'
import { flag } from './read-params.ts'
import { requireIntent } from './store.ts'
import { requireAllowed } from './transitions.ts'
import type { Work } from './work.ts'

export const authenticateParams = z.strictObject({
  outcome: z.enum(['complete', 'fail']),
  client_secret: z.string(),
  redirect: flag.default(false),
})

/** What the provider's API says of a failed authentication; its script shows people `authenticationFailed`. */
const FOR_DEVELOPERS =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.'

/**
 * The cardholder's answer to the bank's question, this stand-in's own endpoint in place of a bank. Complete:
 * the card is charged, however that ends. Fail: the payment waits for a card again. The answer is the
 * payment, whose state tells; with `redirect`, the way back to the shop.
 */
export async function authenticateIntent(
  work: Work,
  id: string,
  { outcome, redirect }: z.output<typeof authenticateParams>,
): Promise<Answer> {
  const stored = await requireIntent(work, id)
  const { body, card } = stored
  requireAllowed(body, 'authenticate')
  if (!card) throw new Error(`${id} asks for authentication without a card`)
  const returnUrl = body.next_action?.redirect_to_url?.return_url
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
  if (!redirect || !returnUrl) return { object: body }
  const back = new URL(returnUrl)
  back.searchParams.set('payment_intent', body.id)
  back.searchParams.set('payment_intent_client_secret', body.client_secret)
  back.searchParams.set('redirect_status', body.status === 'requires_payment_method' ? 'failed' : 'succeeded')
  return { object: body, seeOther: back.href }
}
