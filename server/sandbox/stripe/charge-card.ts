import { behaviourOf } from './behaviours.ts'
import { endPayment } from './end-payment.ts'
import { recordEvent } from './events.ts'
import { newCharge } from './new-charge.ts'
import type { ErrorBody } from './problems.ts'
import { type StoredIntent, saveCharge, saveIntent } from './store.ts'
import { move } from './transitions.ts'
import { seconds, type Work } from './work.ts'

/** How long a slow card stays in `processing`, in milliseconds. */
const PROCESSING_MS = 3_000

/**
 * Charges the payment's card: most end at once (see `endPayment`, whose answer this is), slow ones go to
 * `processing` first and are ended by `finishDue`.
 */
export async function chargeCard(
  work: Work,
  stored: StoredIntent,
  command: 'confirm' | 'authenticate',
): Promise<ErrorBody | undefined> {
  const { body, card } = stored
  if (!card || !behaviourOf(card.does).takesTime) return endPayment(work, stored, command)
  const charge = newCharge(body, card, 'pending', seconds(work.now))
  move(body, command, 'processing')
  Object.assign(body, { next_action: null, last_payment_error: null, latest_charge: charge.id })
  stored.finishesAt = new Date(work.now.getTime() + PROCESSING_MS)
  await saveIntent(work, stored)
  await saveCharge(work, charge)
  await recordEvent(work, 'charge.pending', charge)
  await recordEvent(work, 'payment_intent.processing', body)
  return undefined
}
