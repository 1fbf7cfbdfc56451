import { behaviourOf } from './behaviours.ts'
import { paymentMethodOf } from './card.ts'
import { type DeclineName, declines } from './declines.ts'
import { recordEvent } from './events.ts'
import { failPayment } from './fail-payment.ts'
import { type ChargeBody, newCharge } from './new-charge.ts'
import { openDispute } from './open-dispute.ts'
import type { ErrorBody } from './problems.ts'
import { requireLatestCharge, type StoredIntent, saveCharge, saveIntent } from './store.ts'
import { type Command, move } from './transitions.ts'
import { seconds, type Work } from './work.ts'

/**
 * Ends the payment as its card does: paid, authorised for a later capture, or declined and waiting for
 * another card. Answers the error of a decline, for the answer to carry. The payment must hold a card and
 * be locked.
 */
export async function endPayment(
  work: Work,
  stored: StoredIntent,
  command: Command,
): Promise<ErrorBody | undefined> {
  const { card } = stored
  if (!card) throw new Error(`${stored.body.id} has no card to charge`)
  const { ends } = behaviourOf(card.does)
  if ('pays' in ends) {
    await pay(work, stored, command, await endCharge(work, stored, { paid: ends.pays }))
    if (ends.dispute) await openDispute(work, stored.body, ends.dispute)
    return undefined
  }
  const charge = await endCharge(work, stored, { declined: ends.declines })
  const error: ErrorBody = {
    type: 'card_error',
    ...declines[ends.declines],
    charge: charge.id,
    payment_method: paymentMethodOf(card),
  }
  await failPayment(work, stored, command, error, charge)
  return error
}

/** A charge that is under way is ended; otherwise a new one is made. */
async function endCharge(
  work: Work,
  { body, card }: StoredIntent,
  ended: { paid: 'normal' | 'elevated' } | { declined: DeclineName },
): Promise<ChargeBody> {
  const charge = newCharge(body, card!, ended, seconds(work.now))
  if (body.status !== 'processing') return charge
  const { id, created } = await requireLatestCharge(work, body)
  return { ...charge, id, created }
}

async function pay(work: Work, stored: StoredIntent, command: Command, charge: ChargeBody): Promise<void> {
  const { body } = stored
  const manual = body.capture_method === 'manual'
  move(body, command, manual ? 'requires_capture' : 'succeeded')
  Object.assign(body, {
    last_payment_error: null,
    next_action: null,
    latest_charge: charge.id,
    amount_capturable: manual ? body.amount : 0,
    amount_received: manual ? 0 : body.amount,
  })
  stored.finishesAt = null
  await saveIntent(work, stored)
  await saveCharge(work, charge)
  await recordEvent(work, 'charge.succeeded', charge)
  await recordEvent(
    work,
    manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded',
    body,
  )
}
