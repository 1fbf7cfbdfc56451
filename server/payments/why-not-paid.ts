import { and, eq, ne } from 'drizzle-orm'
import { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { claims } from '../orders/orders.queries.ts'
import type { CardIntent } from '../outside/card-payments.ts'
import type { LockedOrder, Payment } from './payments.queries.ts'

/** Why a charge does not pay for the order. */
export type Fault =
  | 'the currency is another'
  | 'the amount is another'
  | 'money of it was given back already'
  | 'it was made for another order'
  | 'the order is gone'
  | 'the order is paid already'
  | 'the laptop is sold'
  | 'the laptop is no longer offered'
  | 'the laptop is claimed by another order'

/** A signed event proves who sent it, not that the sum is right: everything is compared with our own rows. */
export async function whyNotPaid(
  db: Db,
  intent: CardIntent,
  payment: Payment,
  locked: LockedOrder | undefined,
): Promise<Fault | undefined> {
  if (!locked) return 'the order is gone'
  const { order, product } = locked
  if (intent.currency !== payment.currency) return 'the currency is another'
  if (intent.amountReceivedCents !== order.priceCents || intent.amountCents !== order.priceCents)
    return 'the amount is another'
  // The amount received stays as it was: a payment that the operator has refunded meanwhile still reads as paid in
  // full.
  if (intent.refundedCents > 0) return 'money of it was given back already'
  if (intent.orderId !== order.id) return 'it was made for another order'
  if (order.state === 'paid') return 'the order is paid already'
  if (product.status !== 'available') return 'the laptop is sold'
  if (product.withdrawnAt) return 'the laptop is no longer offered'
  if (await db.$count(orders, and(eq(orders.productId, product.id), claims, ne(orders.id, order.id))))
    return 'the laptop is claimed by another order'
  return undefined
}
