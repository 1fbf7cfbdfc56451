import { and, eq, gt, inArray, lt, or } from 'drizzle-orm'
import { orders, payments } from '../database/schema.ts'
import { advanceRefund } from './advance-refund.ts'
import { cancelPayments } from './cancel-payment.ts'
import { ensureIntent, noneIfOver } from './ensure-intent.ts'
import { findLostEvents, noteEventsRead } from './find-lost-events.ts'
import { BEING_REFUNDED, type Payment, UNDER_WAY } from './payments.queries.ts'
import { type PaymentDeps, recordPayment } from './record-payment.ts'
import { releaseExpiredHolds } from './release-expired-holds.ts'

/** Payments whose end is still to come. */
const TO_RECONCILE: readonly Payment['state'][] = [...UNDER_WAY, ...BEING_REFUNDED]

/** A payment this old may have lost its event: then the provider is asked. */
const WAIT_SECONDS = 30

/**
 * Asks the provider about every payment that is not settled, records the answers, refunds what is due, catches up on
 * missed events about other payments, and ends attempts at orders that are already paid and claims that have expired. A
 * failure does not keep it from the rest. Answers how many failed.
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<number> {
  let failed = 0
  const attempt = async (about: { paymentId?: string; eventId?: string }, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      failed++
      deps.log.error({ event: 'reconcile-failed', ...about, err: error }, 'a payment could not be reconciled')
    }
  }
  for (const payment of await findToReconcile(deps))
    await attempt({ paymentId: payment.id }, async () => {
      const after = await reconcile(deps, payment)
      // It has been logged already.
      if (after?.state === 'refund-due') failed++
    })
  await attempt({}, async () => {
    const { events, until } = await findLostEvents(deps)
    const before = failed
    for (const event of events)
      await attempt({ eventId: event.id }, () => recordPayment(deps, event.intentId, event))
    if (until && failed === before) await noteEventsRead(deps.db, until)
  })
  // If an attempt that was given up has paid the order all the same, nobody shall pay by the next one.
  await attempt({}, () => cancelPayments(deps, eq(orders.state, 'paid')))
  await attempt({}, () => releaseExpiredHolds(deps))
  return failed
}

function findToReconcile({ db, clock }: PaymentDeps): Promise<Payment[]> {
  const now = clock()
  const before = new Date(now.getTime() - WAIT_SECONDS * 1000)
  // A start in the future means that the clock was set back since: do not wait until then.
  const isDue = or(lt(payments.createdAt, before), gt(payments.createdAt, now))
  return db
    .select()
    .from(payments)
    .where(and(inArray(payments.state, TO_RECONCILE), isDue))
    .orderBy(payments.createdAt)
}

async function reconcile(deps: PaymentDeps, payment: Payment): Promise<Payment | undefined> {
  if (BEING_REFUNDED.includes(payment.state)) return advanceRefund(deps, payment)
  const known = payment.intentId ? await recordPayment(deps, payment.intentId) : undefined
  if (known) return known
  const intent = await ensureIntent(deps, payment).catch(noneIfOver)
  return intent && recordPayment(deps, intent.id)
}
