import { and, eq, gt, inArray, ne, or } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { orders, payments, products } from '../database/schema.ts'
import { updateFewByFew } from '../database/update-few-by-few.ts'
import type { Db } from '../database/with-transaction.ts'
import { paymentInFlight } from '../payments/payment-in-flight.ts'
import { BEING_REFUNDED, UNDER_WAY } from '../payments/payments.queries.ts'
import { Problem } from '../problems.ts'
import { onSale } from '../products/product-row.ts'

/** For how long after the payment a laptop may still have to be handed over. */
const HANDOVER_MS = 30 * 24 * 60 * 60_000

/**
 * Ends a person's open business, in the transaction that deletes them: their unsold laptops are withdrawn, their unpaid
 * orders deleted, and their paid ones kept without anything that identifies the buyer. Answers the ids of the withdrawn
 * laptops, whose buyers must be told, and the orders that were paid recently, as they were. Problem:
 * `payment-in-flight` while they are paying or getting money back, or somebody is paying for a laptop of theirs.
 */
export async function closeDealings(db: Db, personId: string, now: Date) {
  await lockDealings(db, personId)
  await refuseWhilePaid(db, personId)
  // Without their seller at once: changing each row twice in a transaction takes thrice as long.
  const withdrawn = await updateFewByFew(
    db,
    products,
    { withdrawnAt: now, phone: '', sellerId: null },
    and(eq(products.sellerId, personId), onSale),
  )
  const mine = eq(orders.buyerId, personId)
  const paid = await db
    .select()
    .from(orders)
    .where(
      and(or(mine, eq(orders.sellerId, personId)), gt(orders.paidAt, new Date(now.getTime() - HANDOVER_MS))),
    )
  await db.delete(orders).where(and(mine, ne(orders.state, 'paid')))
  // An unpaid order may have come since, for a laptop that is not locked. It stays theirs, for `hasDealings` to find.
  await db
    .update(orders)
    .set({ buyerId: null, buyerName: 'A former buyer', buyerEmail: '', phone: '', location: '' })
    .where(and(mine, eq(orders.state, 'paid')))
  return { withdrawn, paid }
}

/** Whether somebody has ordered or put on sale anything since their open business was ended. */
export async function hasDealings(db: Db, personId: string): Promise<boolean> {
  const ordered = await db.$count(orders, eq(orders.buyerId, personId))
  const offered = await db.$count(products, and(eq(products.sellerId, personId), onSale))
  return ordered + offered > 0
}

/**
 * Locks all their laptops and those they ordered, then the orders: the order in which locks are taken everywhere. A
 * union, because no index serves an `or` of a column and a subquery: that read all laptops of the shop.
 */
async function lockDealings(db: Db, personId: string): Promise<void> {
  const sold = db.select({ id: products.id }).from(products).where(eq(products.sellerId, personId))
  const ordered = db.select({ id: orders.productId }).from(orders).where(eq(orders.buyerId, personId))
  await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, union(sold, ordered)))
    .orderBy(products.id)
    .for('update')
  await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.buyerId, personId), eq(orders.sellerId, personId)))
    .orderBy(orders.id)
    .for('update')
}

/**
 * Refuses while a payment of theirs is being refunded; its order may be gone. If the refund fails, somebody has to know
 * whose it is.
 */
export async function refuseWhileRefunded(db: Db, personId: string): Promise<void> {
  const theirs = and(eq(payments.buyerId, personId), inArray(payments.state, BEING_REFUNDED))
  if (await db.$count(payments, theirs))
    throw new Problem(
      'payment-in-flight',
      'A payment of theirs is being refunded. Please try again when that is done.',
    )
}

async function refuseWhilePaid(db: Db, personId: string): Promise<void> {
  const underWay = inArray(payments.state, UNDER_WAY)
  const [paying] = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.buyerId, personId), underWay))
    .limit(1)
  if (paying) throw paymentInFlight()
  await refuseWhileRefunded(db, personId)
  if (await db.$count(orders, and(eq(orders.sellerId, personId), eq(orders.state, 'held'))))
    throw new Problem(
      'payment-in-flight',
      `Somebody is paying for one of their laptops right now. Please try again in ${HOLD_MINUTES} minutes.`,
    )
}
