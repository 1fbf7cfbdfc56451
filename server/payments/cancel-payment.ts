import { Problem } from '../problems.ts'
import { ensureIntent, noneIfRefused } from './ensure-intent.ts'
import { findOpenPayment } from './payments.queries.ts'
import { type PaymentDeps, recordPayment } from './record-payment.ts'

/**
 * Ends the attempt at paying an order, if there is one, at the provider first: it cannot be charged any more, and
 * the laptop is free again. One that has succeeded counts, and one that the provider works on goes on: who needs it
 * ended looks again, with the order locked. Never inside a transaction: it asks the provider.
 */
export async function cancelPayment(deps: PaymentDeps, orderId: string): Promise<void> {
  const payment = await findOpenPayment(deps.db, orderId)
  if (!payment) return
  const intent = await ensureIntent(deps, payment).catch(noneIfRefused)
  if (!intent) return
  if (!/^(succeeded|processing|canceled)$/.test(intent.status)) await deps.cards.cancelIntent(intent.id)
  await recordPayment(deps, intent.id)
}

/** What the buyer is told of a payment of theirs that the provider works on. */
export const beingProcessed = () =>
  new Problem(
    'payment-in-flight',
    'Your payment is being processed. The laptop is kept for you meanwhile; please look again in a minute.',
  )

export const paymentInFlight = () =>
  new Problem('payment-in-flight', 'A payment is being processed. Please try again in a minute.')
