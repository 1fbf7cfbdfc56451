import { forgetAddress } from '../http/request-context.ts'
import type { Api } from '../http/serve.ts'
import { type CardEvent, CardWebhookRefused } from '../outside/card-payments.ts'
import { Problem } from '../problems.ts'
import { type PaymentDeps, recordPayment } from './record-payment.ts'

/**
 * Receives the card provider's signed events. 400 for a bad signature; 200 only after the event's effects are
 * committed, so that after a failure the provider delivers it again; 200 too for kinds of events that concern nothing
 * here, and, with an alarm, for payments that are unknown here.
 */
export function webhookRoutes(app: Api, deps: PaymentDeps): void {
  app.post('/webhooks/stripe', async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const event = readEvent(deps, body, c.req.header('stripe-signature'))
    forgetAddress()
    if (event.otherMode)
      deps.log.error(
        { event: 'webhook-other-mode', id: event.id },
        'a webhook event is of the provider’s other mode',
      )
    else if (event.intentId) await recordPayment(deps, event.intentId, event)
    return c.json({ received: true })
  })
}

function readEvent(
  { cards, clock, log }: PaymentDeps,
  body: Uint8Array,
  signature: string | undefined,
): CardEvent {
  try {
    return cards.readWebhook(body, signature, clock())
  } catch (error) {
    if (!(error instanceof CardWebhookRefused)) throw error
    log.warn({ event: 'webhook-refused', err: error }, 'a webhook event was not signed by the card provider')
    throw new Problem('bad-input', 'The signature is not the card provider’s.', { cause: error })
  }
}
