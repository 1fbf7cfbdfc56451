import { expect, it, onTestFinished, vi } from 'vitest'
import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import { CardProviderUnavailable, CardRequestRefused } from '#server/outside/card-payments.ts'
import { newIntent } from '#server/sandbox/stripe/new-intent.ts'

const IN_USE = { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' } }
const CREATE = { amountCents: 44950, orderId: 'o', paymentId: 'p', description: 'x', idempotencyKey: 'k' }

/** A provider that responds to the first `times` requests that another one with their key is in progress. */
function busyProvider(times: number, callMs: number) {
  const made = newIntent(
    {
      amount: 44950,
      currency: 'usd',
      captureMethod: 'automatic',
      description: null,
      metadata: { order_id: 'o', payment_id: 'p' },
      receiptEmail: null,
      allowedMethods: ['card'],
    },
    1,
  )
  let asked = 0
  const answer = async () => (asked++ < times ? Response.json(IN_USE, { status: 409 }) : Response.json(made))
  const cards = createStripeCards({
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret: 'whsec_x',
    sandbox: { fetch: answer },
    timeouts: { tryMs: 60_000, callMs },
  })
  return { cards, made, asked: () => asked }
}

it('a request whose key is in use is retried until it gets its response', async () => {
  const { cards, made, asked } = busyProvider(3, 60_000)
  expect((await cards.createIntent(CREATE)).id).toBe(made.id)
  expect(asked()).toBe(4)
})

it('a key that stays in use until the timeout counts as provider unavailable', async () => {
  const { cards } = busyProvider(1_000, 800)
  await expect(cards.createIntent(CREATE)).rejects.toThrow('The card provider is unavailable.')
})

it('a key in use on the last attempt counts as unavailable, not as a refusal of the key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { cards } = busyProvider(1_000, 600)
  const refused = cards.createIntent(CREATE).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(599)
  const error = await refused
  expect(error).toBeInstanceOf(CardProviderUnavailable)
  expect(error).not.toBeInstanceOf(CardRequestRefused)
})
