import type pg from 'pg'
import type { Logger } from 'pino'
import { paymentEvents } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { CardEvent, CardPayments } from '../outside/card-payments.ts'
import { advanceRefund } from './advance-refund.ts'
import { auditPayment } from './audit-payment.ts'
import { findPayment, type Payment } from './payments.queries.ts'
import { settlePayment } from './settle-payment.ts'

export type PaymentDeps = {
  pool: pg.Pool
  db: Db
  clock: () => Date
  cards: CardPayments
  jobs: Jobs
  log: Logger
  publicUrl: string
}

/** `inFlight`: the provider is processing it, and nobody knows yet how it ends. */
type RecordedPayment = Payment & { inFlight: boolean }

/**
 * Brings the shop in line with the provider's state of one payment. The page's report, the provider's event and the
 * reconciler all end here; each may come first, twice or never, in any order: the intent is always read from the
 * provider anew, and a payment that is settled stays as it is.
 *
 * Succeeded with exactly the order's amount and currency: the order becomes paid and the laptop sold, in one
 * transaction. Succeeded but the laptop or the order is gone, or the amount is another: refunded in full. Canceled: the
 * laptop is free again. Declined: the reason is stored. Answers the payment as it then stands and whether the provider
 * is still processing it, or undefined if the provider or the shop does not know it.
 */
export async function recordPayment(
  deps: PaymentDeps,
  intentId: string,
  event?: CardEvent,
): Promise<RecordedPayment | undefined> {
  const found = await deps.cards.readIntent(intentId)
  if (!found) {
    if (event) alarmUnknown(deps, intentId)
    return undefined
  }
  // The shop never asks for an authorisation alone, so an authorised payment of its own is canceled, which frees the
  // money on the card.
  const authorised = found.status === 'requires_capture' && (await findPayment(deps.db, found))
  const intent = authorised ? await deps.cards.cancelIntent(found.id) : found
  const payment = await withTransaction(deps.pool, async (db) => {
    if (event && !(await noteEvent(db, event, deps.clock()))) return findPayment(db, intent)
    const settled = await settlePayment(deps, db, intent, event)
    if (settled && event?.type === 'payment_intent.payment_failed')
      await auditPayment(db, 'payment-declined', settled, deps.clock())
    return settled
  })
  if (!payment) alarmUnknown(deps, intentId)
  const recorded = payment && (await advanceRefund(deps, payment))
  return recorded && { ...recorded, inFlight: intent.status === 'processing' }
}

function alarmUnknown({ log }: PaymentDeps, intentId: string): void {
  log.error({ event: 'payment-unknown', intentId }, 'a payment at the provider is not one of the shop')
}

/** Stores an event of the provider's; answers whether it is new. */
async function noteEvent(db: Db, { id, type, intentId }: CardEvent, now: Date): Promise<boolean> {
  const row = { eventId: id, type, intentId: intentId ?? null, receivedAt: now }
  const { rowCount } = await db.insert(paymentEvents).values(row).onConflictDoNothing()
  return rowCount === 1
}
