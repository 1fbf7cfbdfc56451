import { z } from 'zod'
import type { Answer } from './answer.ts'
import { cardFrom, cardParams } from './card-params.ts'
import type { IntentBody } from './new-intent.ts'
import { expand, integer, metadata } from './read-params.ts'
import { requireAmount } from './require-amount.ts'
import { requireIntent, saveIntent } from './store.ts'
import { move, requireAllowed } from './transitions.ts'
import type { Work } from './work.ts'

export const updateParams = z.strictObject({
  ...cardParams,
  ...expand,
  amount: integer.optional(),
  description: z.string().max(1000).optional(),
  metadata: metadata.optional(),
  receipt_email: z.string().max(512).optional(),
})

/**
 * Changes a payment without trying it. Words (description, metadata) change in every state, terms (amount,
 * card, receipt) only before it is paid. An empty metadata value removes its key.
 */
export async function updateIntent(
  work: Work,
  id: string,
  params: z.output<typeof updateParams>,
): Promise<Answer> {
  const stored = await requireIntent(work, id)
  const { body } = stored
  const { description, metadata: words, expand: _, ...terms } = params
  if (Object.values(terms).some((term) => term !== undefined)) {
    requireAllowed(body, 'update')
    if (params.amount !== undefined) requireAmount(params.amount, body.currency)
    stored.card = cardFrom(params, work.now) ?? stored.card
    body.payment_method = stored.card?.method ?? null
    body.amount = params.amount ?? body.amount
    body.receipt_email = params.receipt_email ?? body.receipt_email
    body.next_action = null
    move(body, 'update', stored.card ? 'requires_confirmation' : 'requires_payment_method')
  } else {
    requireAllowed(body, 'annotate')
  }
  body.description = description ?? body.description
  annotate(body, words ?? {})
  body.last_payment_error = null
  await saveIntent(work, stored)
  return { object: body }
}

function annotate(body: IntentBody, words: Record<string, string>): void {
  for (const [key, value] of Object.entries(words)) {
    if (value === '') delete body.metadata[key]
    else body.metadata[key] = value
  }
}
