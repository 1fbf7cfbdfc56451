import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { payments } from '../database/schema.ts'
import { requireOwnOrder } from '../orders/orders.queries.ts'
import { Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { beingProcessed } from './payment-in-flight.ts'
import { type Payment, REFUND_STATES, UNDER_WAY } from './payments.queries.ts'
import { type PaymentDeps, recordPayment } from './record-payment.ts'
import { spendProviderCall } from './spend-provider-call.ts'

/**
 * Records what the payment page reports: that the provider has charged the buyer's card for an order. The report is
 * never trusted: the provider is asked. Answers the payment once it has succeeded.
 *
 * Problems: `not-found` for an order that is not the buyer's; `payment-in-flight` while the provider is processing it;
 * `payment-refunded` if the laptop was no longer available; `too-many-requests` for too many calls to the provider;
 * `payment-not-succeeded` for everything else, with the reason.
 */
export async function reportPayment(
  deps: PaymentDeps,
  who: Caller,
  { bookingId, transactionId }: { bookingId: string; transactionId: string },
): Promise<Payment> {
  await spendProviderCall(deps, who)
  const order = await requireOwnOrder(deps.db, who, bookingId)
  // The provider is not asked about payments that cannot be this order's. The id of one may be known to the provider
  // alone.
  const unknown = and(isNull(payments.intentId), inArray(payments.state, UNDER_WAY))
  const itsOwn = or(eq(payments.intentId, transactionId), unknown)
  const begun = await deps.db.$count(payments, and(eq(payments.orderId, order.id), itsOwn))
  const payment = begun > 0 ? await recordPayment(deps, transactionId) : undefined
  if (!payment || payment.orderId !== order.id)
    throw new Problem('payment-not-succeeded', 'The card provider has no such payment for this order.')
  if (payment.inFlight && payment.state === 'open') throw beingProcessed()
  if (payment.state === 'refund-failed')
    throw new Problem(
      'payment-refunded',
      'The laptop was no longer yours to buy. Your bank has not taken the refund yet: we are looking into it.',
    )
  if (REFUND_STATES.includes(payment.state))
    throw new Problem(
      'payment-refunded',
      'The laptop was no longer yours to buy. Your payment is being refunded in full.',
    )
  if (payment.state !== 'succeeded')
    throw new Problem(
      'payment-not-succeeded',
      payment.lastDecline ?? 'The card has not been charged. Please try again.',
    )
  return payment
}
