import { z } from 'zod'
import type { Answer } from './answer.ts'
import { cardFrom, cardParams } from './card-params.ts'
import { confirmStored } from './confirm-intent.ts'
import { recordEvent } from './events.ts'
import { newIntent } from './new-intent.ts'
import { invalid } from './problems.ts'
import { expand, flag, integer, list, metadata } from './read-params.ts'
import { requireAmount } from './require-amount.ts'
import { type StoredIntent, saveIntent } from './store.ts'
import { move } from './transitions.ts'
import { seconds, type Work } from './work.ts'

export const createParams = z.strictObject({
  ...cardParams,
  ...expand,
  amount: integer,
  currency: z.string().regex(/^[a-zA-Z]{3}$/, 'must be a three-letter currency code'),
  allowed_payment_method_types: list.optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).default('automatic_async'),
  confirm: flag.default(false),
  confirmation_method: z.literal('automatic').optional(),
  description: z.string().max(1000).optional(),
  metadata: metadata.default({}),
  receipt_email: z.string().max(512).optional(),
})

/** A new payment; with `confirm`, tried at once with the card given. Amounts in the currency's least unit. */
export async function createIntent(work: Work, params: z.output<typeof createParams>): Promise<Answer> {
  requireAmount(params.amount, params.currency.toLowerCase())
  const allowed = params.allowed_payment_method_types
  if (allowed && !allowed.includes('card')) {
    throw invalid('This sandbox takes cards only: allowed_payment_method_types must include card.', {
      param: 'allowed_payment_method_types',
    })
  }
  const body = newIntent(
    {
      amount: params.amount,
      currency: params.currency.toLowerCase(),
      captureMethod: params.capture_method,
      description: params.description ?? null,
      metadata: params.metadata,
      receiptEmail: params.receipt_email ?? null,
      allowedMethods: allowed ?? null,
    },
    seconds(work.now),
  )
  const stored: StoredIntent = { body, card: cardFrom(params, work.now) ?? null, finishesAt: null }
  if (stored.card) {
    move(body, 'update', 'requires_confirmation')
    body.payment_method = stored.card.method
  }
  await saveIntent(work, stored)
  await recordEvent(work, 'payment_intent.created', body)
  return params.confirm ? confirmStored(work, stored, {}) : { object: body }
}
