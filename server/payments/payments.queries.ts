import { and, eq, inArray, or } from 'drizzle-orm'
import { Id } from '#contract/fields.ts'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { orders, payments, products } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { CardIntent } from '../outside/card-payments.ts'

export type Payment = typeof payments.$inferSelect
export type Order = typeof orders.$inferSelect

/** A refund whose end is still to come. */
export const BEING_REFUNDED: readonly Payment['state'][] = ['refund-due', 'refund-pending']

/** A payment that was charged and cannot be kept: its refund is due, under way, done or failed. */
export const REFUND_STATES: readonly Payment['state'][] = [...BEING_REFUNDED, 'refunded', 'refund-failed']

/** An attempt whose end is not known yet. */
export const UNDER_WAY: readonly Payment['state'][] = ['requested', 'open']

/** Until when a laptop is held for a buyer who begins to pay now. */
export const holdUntil = (now: Date) => new Date(now.getTime() + HOLD_MINUTES * 60_000)

/**
 * Locks a laptop and then one of its orders, always in this order, so that no two transactions deadlock. Undefined if
 * the order is gone.
 */
export async function lockOrder(db: Db, orderId: string) {
  const [found] = await db.select({ productId: orders.productId }).from(orders).where(eq(orders.id, orderId))
  if (!found) return undefined
  const [product] = await db.select().from(products).where(eq(products.id, found.productId)).for('update')
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId)).for('update')
  return product && order && { product, order }
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** The open attempt at paying an order, if there is one: an index allows at most one. */
export async function findOpenPayment(db: Db, orderId: string): Promise<Payment | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, UNDER_WAY)))
  return payment
}

/**
 * The shop's payment for this intent of the provider's: found by the provider's id, or by our own, because a crash may
 * have come between the provider's answer and our storing its id.
 */
export async function findPayment(db: Db, intent: CardIntent): Promise<Payment | undefined> {
  const known = eq(payments.intentId, intent.id)
  // Other applications may use the same account at the provider, with ids of another shape.
  const number = Id.safeParse(intent.paymentId).data
  const found = await db
    .select()
    .from(payments)
    .where(number ? or(known, eq(payments.id, number)) : known)
  return found.find(({ intentId }) => intentId === intent.id) ?? found.find(({ intentId }) => !intentId)
}
