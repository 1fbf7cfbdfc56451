import { and, inArray, lt } from 'drizzle-orm'
import { payments } from '../database/schema.ts'
import { ensureIntent } from './ensure-intent.ts'
import { recordPayment } from './record-payment.ts'
import { refundPayment } from './refund-payment.ts'
import { releaseExpiredHolds } from './release-expired-holds.ts'

type Deps = Parameters<typeof recordPayment>[0]

/** A payment that is this old and not settled may have lost its event: the provider is asked. */
const WAIT_SECONDS = 30

/**
 * Asks the provider about every payment that is not settled, records what it answers, pays back what is
 * due, and lets go of claims whose time is over. One that fails does not keep the others.
 */
export async function reconcilePayments(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - WAIT_SECONDS * 1000)
  const waiting = await deps.db
    .select()
    .from(payments)
    .where(and(inArray(payments.state, ['requested', 'open', 'refund-due']), lt(payments.createdAt, before)))
  for (const payment of waiting) {
    try {
      if (payment.state === 'refund-due') await refundPayment(deps, payment)
      else await recordPayment(deps, (await ensureIntent(deps, payment)).id)
    } catch (error) {
      deps.log.error(
        { event: 'reconcile-failed', paymentId: payment.id, err: error },
        'a payment could not be reconciled',
      )
    }
  }
  await releaseExpiredHolds(deps)
}
