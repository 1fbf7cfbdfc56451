import { and, eq } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import { orders } from '../database/schema.ts'
import { inserted, type Serve } from '../http.ts'
import { notFound, Problem } from '../problems.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
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
    const payment = await recordPayment(deps, body.transactionId)
    if (!payment || payment.orderId !== order.id)
      throw new Problem('payment-not-succeeded', 'The card provider knows no such payment for this order.')
    if (payment.state === 'refund-due' || payment.state === 'refunded')
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
