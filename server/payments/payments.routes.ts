import { api } from '#contract/api.ts'
import { inserted } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import type { PaymentDeps } from './record-payment.ts'
import { reportPayment } from './report-payment.ts'

export function paymentRoutes(serve: Serve, deps: PaymentDeps): void {
  serve(api.createPaymentIntent, async ({ who, body }) => {
    const { intent, heldUntil } = await createPaymentIntent(deps, who, {
      bookingId: body.bookingId,
      priceCents: body.price,
    })
    return {
      body: {
        client_secret: intent.clientSecret,
        publishableKey: deps.cards.publishableKey,
        sandbox: deps.cards.sandbox,
        heldUntil: heldUntil.toISOString(),
        lastDecline: intent.lastDecline ?? null,
      },
    }
  })

  serve(api.reportPayment, async ({ who, body }) => {
    const { id } = await reportPayment(deps, who, body)
    return inserted({ id, isNew: false })
  })
}
