import type { AuditAction } from '#contract/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Payment } from './payments.queries.ts'

/** The audit action for a payment that enters a state. */
const ACTION_OF: Partial<Record<Payment['state'], AuditAction>> = {
  succeeded: 'payment-succeeded',
  canceled: 'payment-canceled',
  'refund-due': 'payment-returned',
  refunded: 'payment-refunded',
  'refund-failed': 'refund-failed',
}

/** Records in the audit trail that a payment's state or dispute changed; other changes are not recorded. */
export async function auditPaymentChange(
  db: Db,
  payment: Payment,
  change: Partial<Payment>,
  at: Date,
): Promise<void> {
  const action = change.state && ACTION_OF[change.state]
  if (action) await auditPayment(db, action, { ...payment, ...change }, at)
  if (change.disputedAt) await auditPayment(db, 'payment-disputed', { ...payment, ...change }, at)
}

/** A line about a payment, under its order where that is still there. */
export async function auditPayment(db: Db, action: AuditAction, payment: Payment, at: Date): Promise<void> {
  await recordAudit(db, {
    action,
    at,
    actor: payment.buyerId,
    subject: payment.orderId ?? payment.id,
    details: {
      paymentId: payment.id,
      productId: payment.productId,
      intentId: payment.intentId,
      amountCents: payment.amountCents,
      currency: payment.currency,
      attempt: payment.attempt,
      ...(payment.refundId && { refundId: payment.refundId }),
    },
  })
}
