import { z } from 'zod'
import type { Answer } from './answer.ts'
import { behaviourOf } from './behaviours.ts'
import { cardFrom, cardParams } from './card-params.ts'
import { chargeCard } from './charge-card.ts'
import { recordEvent } from './events.ts'
import { invalid } from './problems.ts'
import { expand } from './read-params.ts'
import { requireIntent, type StoredIntent, saveIntent } from './store.ts'
import { move, requireAllowed } from './transitions.ts'
import type { Work } from './work.ts'

export const confirmParams = z.strictObject({
  ...cardParams,
  ...expand,
  receipt_email: z.string().max(512).optional(),
  // What the provider's script sends along; it changes nothing here.
  use_stripe_sdk: z.string().optional(),
  expected_payment_method_type: z.literal('card').optional(),
  client_secret: z.string().optional(),
})
type ConfirmParams = z.output<typeof confirmParams>

/** Tries to pay with the card given, or the one the payment already has. */
export async function confirmIntent(work: Work, id: string, params: ConfirmParams): Promise<Answer> {
  return confirmStored(work, await requireIntent(work, id), params)
}

/**
 * The same for a payment in hand, locked or new. Ends as the card does; with 3-D Secure, in
 * `requires_action`. 400 in a state that cannot be confirmed and where there is no card at all, 402 for
 * details that can be no card: these change nothing.
 */
export async function confirmStored(
  work: Work,
  stored: StoredIntent,
  params: Pick<ConfirmParams, 'payment_method' | 'payment_method_data' | 'receipt_email'>,
): Promise<Answer> {
  const { body } = stored
  requireAllowed(body, 'confirm')
  const card = cardFrom(params, work.now) ?? stored.card
  if (!card) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.",
      { code: 'payment_intent_unexpected_state', payment_intent: body },
    )
  }
  stored.card = card
  body.payment_method = card.method
  body.receipt_email = params.receipt_email ?? body.receipt_email
  if (!behaviourOf(card.does).authenticates) {
    const declined = await chargeCard(work, stored, 'confirm')
    return { object: body, declined }
  }
  move(body, 'confirm', 'requires_action')
  // What the provider puts there is for its own script alone, and documented nowhere.
  Object.assign(body, {
    last_payment_error: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  })
  await saveIntent(work, stored)
  await recordEvent(work, 'payment_intent.requires_action', body)
  return { object: body }
}
