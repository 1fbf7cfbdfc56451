import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { orders, payments } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import type { CardIntentStatus } from '../outside/card-payments.ts'
import { fewAtOnce } from './few-at-once.ts'
import { giveUpAttempt } from './give-up-attempt.ts'
import { paymentInFlight } from './payment-in-flight.ts'
import { findOpenPayment, UNDER_WAY } from './payments.queries.ts'
import { type PaymentDeps, recordPayment } from './record-payment.ts'

/** What the provider has ended, or works on: there is nothing left to cancel. */
const NOT_TO_CANCEL: readonly CardIntentStatus[] = ['succeeded', 'processing', 'canceled']

/**
 * Ends the attempt at paying an order, if there is one, at the provider first: it cannot be charged any more, and
 * the laptop is free again. One that has succeeded counts, and one that the provider works on goes on: who needs it
 * ended looks again, with the order locked. Never inside a transaction: it asks the provider.
 *
 * Without a stored intent nobody was ever given what pays it, so it ends unasked: a provider that fails to make it,
 * for as long as it may, keeps the laptop from nobody.
 */
export async function cancelPayment(deps: PaymentDeps, orderId: string): Promise<void> {
  const payment = await findOpenPayment(deps.db, orderId)
  if (!payment) return
  const intent = payment.intentId ? await deps.cards.readIntent(payment.intentId) : undefined
  if (!intent) {
    const ended = await withTransaction(deps.pool, (db) => giveUpAttempt(db, payment, deps.clock()))
    // The provider has made it meanwhile, and has to end it.
    if (!ended) await cancelPayment(deps, orderId)
    return
  }
  if (!NOT_TO_CANCEL.includes(intent.status)) await deps.cards.cancelIntent(intent.id)
  await recordPayment(deps, intent.id)
}

/** The same for all orders that fulfil a condition. */
export async function cancelPayments(deps: PaymentDeps, which: SQL | undefined): Promise<void> {
  await fewAtOnce(await findBegun(deps, which), ({ orderId }) => cancelPayment(deps, orderId))
}

/**
 * Problem: `payment-in-flight` while the provider works on a payment for one of these orders. For who would end them all
 * for something that is refused then: no buyer shall have lost a payment for nothing.
 */
export async function refuseWhileProcessed(deps: PaymentDeps, which: SQL | undefined): Promise<void> {
  await fewAtOnce(await findBegun(deps, which), async ({ intentId }) => {
    const intent = intentId && (await deps.cards.readIntent(intentId))
    if (intent && intent.status === 'processing') throw paymentInFlight()
  })
}

const findBegun = ({ db }: PaymentDeps, which: SQL | undefined) =>
  db
    .select({ orderId: orders.id, intentId: payments.intentId })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(which, inArray(payments.state, UNDER_WAY)))
