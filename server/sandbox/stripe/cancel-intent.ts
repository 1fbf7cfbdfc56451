import { z } from 'zod'
import type { Answer } from './answer.ts'
import { recordEvent } from './events.ts'
import { expand } from './read-params.ts'
import { requireIntent, requireLatestCharge, saveCharge, saveIntent } from './store.ts'
import { move, requireAllowed } from './transitions.ts'
import { seconds, type Work } from './work.ts'

export const cancelParams = z.strictObject({
  ...expand,
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
})

/** Ends a payment that is not made yet; what a card had authorised is let go. */
export async function cancelIntent(
  work: Work,
  id: string,
  params: z.output<typeof cancelParams>,
): Promise<Answer> {
  const stored = await requireIntent(work, id)
  const { body } = stored
  requireAllowed(body, 'cancel')
  const authorised = body.status === 'requires_capture'
  move(body, 'cancel', 'canceled')
  Object.assign(body, {
    amount_capturable: 0,
    canceled_at: seconds(work.now),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  })
  stored.card = null
  await saveIntent(work, stored)
  if (authorised) {
    const charge = await requireLatestCharge(work, body)
    const released = { ...charge, amount_refunded: charge.amount, refunded: true }
    await saveCharge(work, released)
    await recordEvent(work, 'charge.refunded', released)
  }
  await recordEvent(work, 'payment_intent.canceled', body)
  return { object: body }
}
