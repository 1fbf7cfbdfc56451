import { and, asc, inArray } from 'drizzle-orm'
import { oneOf } from '../database/one-of.ts'
import { payments } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { REFUND_STATES } from './payments.queries.ts'

/** Says what happened to the buyers' money, in a sentence for each of these orders, which can no longer be paid. */
export async function sayCharged(db: Db, orderIds: string[]): Promise<(orderId: string) => string> {
  const refunds = await db
    .select({ orderId: payments.orderId, state: payments.state })
    .from(payments)
    .where(and(oneOf(payments.orderId, orderIds), inArray(payments.state, REFUND_STATES)))
    .orderBy(asc(payments.attempt))
  // Of several attempts the last one counts.
  const states = new Map(refunds.map(({ orderId, state }) => [orderId, state]))
  return (orderId) => {
    const state = states.get(orderId)
    if (!state) return 'You have not been charged.'
    if (state === 'refund-failed')
      return 'Your payment could not be refunded to your card: please write to us.'
    return state === 'refunded'
      ? 'Your payment was refunded in full; it takes 5 to 10 days to reach you.'
      : 'Your payment is being refunded in full, which takes 5 to 10 days.'
  }
}
