import { and, eq } from 'drizzle-orm'
import { payments } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { CardIntent, CardPayments } from '../outside/card-payments.ts'
import type { Payment } from './payments.queries.ts'

/**
 * The provider's intent for an attempt to pay: made when there is none yet, else read afresh. The key under
 * which it is made was stored before, so that a call whose answer was lost finds the same intent again.
 * Never inside a transaction: it asks the provider.
 */
export async function ensureIntent(
  { db, cards }: { db: Db; cards: CardPayments },
  payment: Payment,
): Promise<CardIntent> {
  const known = payment.intentId ? await cards.readIntent(payment.intentId) : undefined
  if (known) return known
  const intent = await cards.createIntent({
    amountCents: payment.amountCents,
    orderId: payment.orderId ?? '',
    paymentId: payment.id,
    description: `Clamshell order ${payment.orderId ?? ''}`,
    idempotencyKey: payment.idempotencyKey,
  })
  await db
    .update(payments)
    .set({ intentId: intent.id, state: 'open' })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'requested')))
  return intent
}
