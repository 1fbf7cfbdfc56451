import { once } from 'node:events'
import { Stripe } from 'stripe'
import type { DueEvent } from './deliveries.ts'
import type { Fault } from './faults.ts'
import { alterAmounts } from './inject-fault.ts'
import { seconds } from './work.ts'

export type Receiver = {
  deliver(request: Request): Promise<Response>
  webhookSecret: string
}

/** Where the webhook stands, for `deliver` to route by. */
const WEBHOOK = 'http://127.0.0.1/api/webhooks/stripe'
/** How long the shop may take to answer, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Sends the event once, signed at `now` over the very bytes sent. Answers whether the shop acknowledged it
 * with a 2xx in time; a shop that throws or hangs did not. `stop` ends the waiting; once it is aborted,
 * nothing is sent.
 */
export async function sendEvent(
  { deliver, webhookSecret }: Receiver,
  event: DueEvent,
  now: Date,
  stop: AbortSignal,
  fault?: Fault,
): Promise<boolean> {
  const truth = JSON.stringify(event.body)
  const body =
    fault?.kind === 'nonsense'
      ? '<html></html>'
      : fault?.kind === 'wrong-amount'
        ? alterAmounts(truth)
        : truth
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: webhookSecret,
    timestamp: seconds(now),
  })
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    signal.throwIfAborted()
    const request = new Request(WEBHOOK, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': signature,
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      signal,
    })
    return (await Promise.race([deliver(request), aborted(signal)])).ok
  } catch {
    return false
  }
}

/** Rejects when the signal is aborted. */
async function aborted(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw signal.reason
}
