import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import type { Timeouts } from '#server/outside/card-payments-sdk.stripe.ts'
import { createStripeSandbox } from '#server/sandbox/stripe/stripe-sandbox.ts'
import type { TestDatabase } from '#tests/support/database.ts'

export const KEYS = {
  secretKey: 'sk_test_card_payments',
  publishableKey: 'pk_test_card_payments',
  webhookSecret: 'whsec_card_payments',
}

/** A machine that stalls must not cause a timeout. */
const TIMEOUTS: Timeouts = { tryMs: 60_000, callMs: 60_000 }

export type Cards = Awaited<ReturnType<typeof openCards>>

/**
 * The shop's card payments over a sandbox of their own, which shares `database` with others. With `impatient`, a try
 * that the sandbox leaves unanswered is given up at once, and the others are answered.
 */
export async function openCards(database: TestDatabase, { impatient = false } = {}) {
  const clock = () => new Date()
  const deliver = async () => new Response('ok')
  const sandbox = createStripeSandbox({ ...KEYS, pool: database.pool, clock, deliver })
  await sandbox.start()
  const fetch = (request: Request) =>
    sandbox.fetch(impatient ? new Request(request, { signal: AbortSignal.abort() }) : request)
  const cards = createStripeCards({ ...KEYS, sandbox: { fetch }, timeouts: TIMEOUTS })
  let count = 0

  /** The answer of the provider's own API to the holder of the secret key. */
  async function provider(path: string, form?: Record<string, string>): Promise<Response> {
    const request = new Request(`https://api.stripe.com/v1${path}`, {
      headers: { Authorization: `Bearer ${KEYS.secretKey}` },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return sandbox.fetch(request)
  }

  return {
    ...cards,
    sandbox,
    provider,
    /** A payment of $449.50 that waits for a card. */
    newIntent: (idempotencyKey = `key ${process.pid} ${++count} ${Math.random()}`, amountCents = 44_950) =>
      cards.createIntent({
        amountCents,
        orderId: 'order 7',
        paymentId: 'payment 8',
        description: 'Clamshell order 7',
        idempotencyKey,
      }),
    /** Pays with one of the provider's published payment methods. */
    pay: (id: string, method: string) =>
      provider(`/payment_intents/${id}/confirm`, { payment_method: method }),
  }
}
