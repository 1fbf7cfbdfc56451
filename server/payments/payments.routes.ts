import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import { orders, payments } from '../database/schema.ts'
import { inserted, type Serve } from '../http/serve.ts'
import { notFound, Problem } from '../problems.ts'
import { beingProcessed } from './cancel-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { RETURNED, UNSETTLED } from './payments.queries.ts'
import { recordPayment } from './record-payment.ts'

export function paymentRoutes(serve: Serve, deps: Parameters<typeof recordPayment>[0]): void {
  const { cards } = deps
  serve(api.createPaymentIntent, async ({ who, body }) => {
    const { intent, heldUntil } = await createPaymentIntent(deps, who, {
      bookingId: body.bookingId,
      priceCents: body.price,
    })
    return {
      body: {
        client_secret: intent.clientSecret,
        publishableKey: cards.publishableKey,
        sandbox: cards.sandbox,
        heldUntil: heldUntil.toISOString(),
      },
    }
  })

  serve(api.recordPayment, async ({ who, body }) => {
    const [order] = await deps.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, body.bookingId), eq(orders.buyerId, who.id)))
    if (!order) throw notFound('order')
    // Nothing is asked of payments that cannot be this order's. The id of one may be known to the provider alone.
    const unknown = and(isNull(payments.intentId), inArray(payments.state, UNSETTLED))
    const itsOwn = or(eq(payments.intentId, body.transactionId), unknown)
    const begun = await deps.db.$count(payments, and(eq(payments.orderId, order.id), itsOwn))
    const payment = begun > 0 ? await recordPayment(deps, body.transactionId) : undefined
    if (!payment || payment.orderId !== order.id)
      throw new Problem('payment-not-succeeded', 'The card provider knows no such payment for this order.')
    if (payment.inFlight && payment.state === 'open') throw beingProcessed()
    if (payment.state === 'refund-failed')
      throw new Problem(
        'payment-refunded',
        'The laptop was no longer yours to buy. Your bank did not take the money back yet: we look into it.',
      )
    if (RETURNED.includes(payment.state))
      throw new Problem(
        'payment-refunded',
        'The laptop was no longer yours to buy. Your payment is returned in full.',
      )
    if (payment.state !== 'succeeded')
      throw new Problem(
        'payment-not-succeeded',
        payment.lastDecline ?? 'The card has not been charged. Please try again.',
      )
    return inserted({ id: payment.id, isNew: false })
  })
}
