import { eq } from 'drizzle-orm'
import { payments } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { auditPaymentChange } from './audit-payment.ts'
import type { Payment } from './payments.queries.ts'

/** Changes a payment, which must be locked, and records that in the audit trail. Answers the changed payment. */
export async function changePayment(
  db: Db,
  payment: Payment,
  now: Date,
  change: Partial<Payment>,
): Promise<Payment> {
  if (Object.keys(change).length === 0) return payment
  await db.update(payments).set(change).where(eq(payments.id, payment.id))
  await auditPaymentChange(db, payment, change, now)
  return { ...payment, ...change }
}
