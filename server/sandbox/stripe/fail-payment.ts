import { recordEvent } from './events.ts'
import type { ChargeBody } from './new-charge.ts'
import type { ErrorBody } from './problems.ts'
import { type StoredIntent, saveCharge, saveIntent } from './store.ts'
import { type Command, move } from './transitions.ts'
import type { Work } from './work.ts'

/**
 * Takes the payment back to waiting for a card, with the reason in `last_payment_error`. `charge` is the
 * failed try; there is none where authentication failed before one.
 */
export async function failPayment(
  work: Work,
  stored: StoredIntent,
  command: Command,
  error: ErrorBody,
  charge?: ChargeBody,
): Promise<void> {
  const { body } = stored
  move(body, command, 'requires_payment_method')
  Object.assign(body, { last_payment_error: error, payment_method: null, next_action: null })
  if (charge) body.latest_charge = charge.id
  stored.card = null
  stored.finishesAt = null
  await saveIntent(work, stored)
  if (charge) {
    await saveCharge(work, charge)
    await recordEvent(work, 'charge.failed', charge)
  }
  await recordEvent(work, 'payment_intent.payment_failed', body)
}
