import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { orders, payments } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import type { CardIntentStatus } from '../outside/card-payments.ts'
import { giveUpAttempt } from './give-up-attempt.ts'
import { paymentInFlight } from './payment-in-flight.ts'
import { findOpenPayment, UNDER_WAY } from './payments.queries.ts'
import { type PaymentDeps, recordPayment } from './record-payment.ts'

/** Intents that the provider has ended or is processing: there is nothing left to cancel. */
const NOT_TO_CANCEL: readonly CardIntentStatus[] = ['succeeded', 'processing', 'canceled']

/**
 * Ends the attempt at paying an order, if there is one, at the provider first: then it cannot be charged any more, and
 * the laptop is free again. An attempt that has succeeded counts, and one that the provider is processing goes on: a
 * caller who needs it ended checks again with the order locked. Never call it inside a transaction: it asks the
 * provider.
 *
 * An attempt without a stored intent ends without asking, because nobody was ever given the means to pay it: a provider
 * that fails to make an intent, for however long, keeps the laptop from nobody.
 */
export async function cancelPayment(deps: PaymentDeps, orderId: string): Promise<void> {
  const payment = await findOpenPayment(deps.db, orderId)
  if (!payment) return
  const intent = payment.intentId ? await deps.cards.readIntent(payment.intentId) : undefined
  if (!intent) {
    const ended = await withTransaction(deps.pool, (db) => giveUpAttempt(db, payment, deps.clock()))
    // The intent was made meanwhile, and must be canceled at the provider.
    if (!ended) await cancelPayment(deps, orderId)
    return
  }
  if (!NOT_TO_CANCEL.includes(intent.status)) await deps.cards.cancelIntent(intent.id)
  await recordPayment(deps, intent.id)
}

/**
 * The same for all orders that fulfil a condition, several at a time: one after the other, fifty open payments of one
 * person could not be ended within the time limit of a call, however often it is tried.
 */
export async function cancelPayments(deps: PaymentDeps, which: SQL | undefined): Promise<void> {
  await forEachConcurrently(await findBegun(deps, which), ({ orderId }) => cancelPayment(deps, orderId))
}

/**
 * Problem: `payment-in-flight` while the provider is processing a payment for one of these orders. For callers that are
 * going to end all of them: no buyer shall lose a payment for something that is then refused.
 */
export async function refuseWhileProcessed(deps: PaymentDeps, which: SQL | undefined): Promise<void> {
  await forEachConcurrently(await findBegun(deps, which), async ({ intentId }) => {
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
