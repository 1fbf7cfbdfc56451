import { eq } from 'drizzle-orm'
import { payments } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { changePayment } from './change-payment.ts'
import { lockOrder, type Payment, UNDER_WAY } from './payments.queries.ts'
import { releaseHold } from './release-hold.ts'

/**
 * Ends an attempt that the provider did not create, or does not know, as if it had canceled it: the laptop is free, and
 * the next attempt has a key of its own. Does nothing if another call has changed the attempt meanwhile. Answers
 * whether it was ended here.
 */
export async function giveUpAttempt(db: Db, { id, orderId, intentId }: Payment, now: Date): Promise<boolean> {
  const locked = orderId ? await lockOrder(db, orderId) : undefined
  const [payment] = await db.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!payment || payment.intentId !== intentId || !UNDER_WAY.includes(payment.state)) return false
  if (locked?.order.state === 'held') await releaseHold(db, locked.order, now)
  await changePayment(db, payment, now, { state: 'canceled', settledAt: now })
  return true
}
