import { and, desc, eq, inArray } from 'drizzle-orm'
import { payments } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { TO_BE_RETURNED } from './payments.queries.ts'

/** What became of a buyer's money, in a sentence, where their order can no longer be paid. */
export async function sayCharged(db: Db, orderId: string): Promise<string> {
  const [returned] = await db
    .select({ state: payments.state })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, TO_BE_RETURNED)))
    .orderBy(desc(payments.attempt))
    .limit(1)
  if (!returned) return 'You have not been charged.'
  if (returned.state === 'refund-failed')
    return 'Your payment could not be returned to your card: please write to us.'
  return returned.state === 'refunded'
    ? 'Your payment was returned in full; it takes 5 to 10 days until you see it.'
    : 'Your payment is being returned in full, which takes 5 to 10 days.'
}
