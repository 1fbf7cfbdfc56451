import { z } from 'zod'
import type { Answer } from './answer.ts'
import { recordEvent } from './events.ts'
import { newId } from './new-id.ts'
import { invalid } from './problems.ts'
import { expand, integer } from './read-params.ts'
import { requireIntent, requireLatestCharge, saveCharge, saveIntent } from './store.ts'
import { move, requireAllowed } from './transitions.ts'
import type { Work } from './work.ts'

export const captureParams = z.strictObject({ ...expand, amount_to_capture: integer.optional() })

/** Takes an authorised amount, or a part of it and lets the rest go. */
export async function captureIntent(
  work: Work,
  id: string,
  params: z.output<typeof captureParams>,
): Promise<Answer> {
  const stored = await requireIntent(work, id)
  const { body } = stored
  requireAllowed(body, 'capture')
  const amount = params.amount_to_capture ?? body.amount_capturable
  if (amount < 1 || amount > body.amount_capturable) {
    throw invalid(
      `The amount to capture must be between 1 and the amount capturable (${body.amount_capturable}).`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    )
  }
  const charge = {
    ...(await requireLatestCharge(work, body)),
    captured: true,
    amount_captured: amount,
    balance_transaction: newId('txn'),
  }
  move(body, 'capture', 'succeeded')
  Object.assign(body, { amount_capturable: 0, amount_received: amount })
  await saveIntent(work, stored)
  await saveCharge(work, charge)
  await recordEvent(work, 'charge.captured', charge)
  await recordEvent(work, 'payment_intent.succeeded', body)
  return { object: body }
}
