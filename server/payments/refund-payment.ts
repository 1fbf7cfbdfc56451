import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { payments } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { type CardPayments, CardProviderUnavailable } from '../outside/card-payments.ts'
import type { Payment } from './payments.queries.ts'

type Deps = { db: Db; clock: () => Date; cards: CardPayments; log: Logger }

/**
 * Returns a payment in full, once: the key is the payment's own, so that asking again returns nothing more.
 * Where the provider does not answer the payment stays due for refund, and the reconciler asks again.
 */
export async function refundPayment({ db, clock, cards, log }: Deps, payment: Payment): Promise<Payment> {
  if (!payment.intentId) return payment
  try {
    const refund = await cards.refund({
      intentId: payment.intentId,
      idempotencyKey: `refund-${payment.id}`,
      reason: 'requested_by_customer',
    })
    const change = { state: 'refunded' as const, refundId: refund.id, settledAt: clock() }
    await db
      .update(payments)
      .set(change)
      .where(and(eq(payments.id, payment.id), eq(payments.state, 'refund-due')))
    log.warn(
      { event: 'payment-refunded', intentId: payment.intentId, refundId: refund.id },
      'a payment was returned',
    )
    return { ...payment, ...change }
  } catch (error) {
    if (!(error instanceof CardProviderUnavailable)) throw error
    log.error(
      { event: 'refund-waits', intentId: payment.intentId, err: error },
      'a refund waits for the provider',
    )
    return payment
  }
}
