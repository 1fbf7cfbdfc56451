import { eq } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Order } from './payments.queries.ts'

/** Frees the laptop that an order holds. The order must be locked. */
export async function releaseHold(db: Db, order: Order, now: Date): Promise<void> {
  await recordAudit(db, {
    action: 'hold-released',
    at: now,
    subject: order.id,
    details: { productId: order.productId },
  })
  await db.update(orders).set({ state: 'open', heldUntil: null }).where(eq(orders.id, order.id))
}
