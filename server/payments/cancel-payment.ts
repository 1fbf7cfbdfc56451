import { Problem } from '../problems.ts'
import { ensureIntent } from './ensure-intent.ts'
import { findOpenPayment } from './payments.queries.ts'
import { recordPayment } from './record-payment.ts'

type Deps = Parameters<typeof recordPayment>[0]

/**
 * Ends an attempt at paying an order, if there is one, at the provider first: it cannot be charged any more.
 * One that has succeeded counts. Never inside a transaction: it asks the provider. Problem:
 * `payment-in-flight` while the provider works on it.
 */
export async function cancelPayment(deps: Deps, orderId: string): Promise<void> {
  const payment = await findOpenPayment(deps.db, orderId)
  if (!payment) return
  const intent = await ensureIntent(deps, payment)
  if (intent.status === 'processing') throw paymentInFlight()
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') await deps.cards.cancelIntent(intent.id)
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
