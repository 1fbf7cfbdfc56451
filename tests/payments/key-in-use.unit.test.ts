import { expect, it, onTestFinished, vi } from 'vitest'
import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import { CardProviderUnavailable, CardRequestRefused } from '#server/outside/card-payments.ts'
import { newIntent } from '#server/sandbox/stripe/new-intent.ts'

const IN_USE = { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' } }
const CREATE = { amountCents: 44950, orderId: 'o', paymentId: 'p', description: 'x', idempotencyKey: 'k' }

/** A provider that answers the first `times` requests that it is busy with the same one, sent a moment before. */
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

it('a request whose twin is being answered waits, and is answered the same', async () => {
  const { cards, made, asked } = busyProvider(3, 60_000)
  expect((await cards.createIntent(CREATE)).id).toBe(made.id)
  expect(asked()).toBe(4)
})

it('is given up when the twin is never answered: the provider is away, the request is not wrong', async () => {
  const { cards } = busyProvider(1_000, 800)
  await expect(cards.createIntent(CREATE)).rejects.toThrow('The card provider is unavailable.')
})

it('… also where its last try was told so: under another key it would be made a second time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { cards } = busyProvider(1_000, 600)
  const refused = cards.createIntent(CREATE).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(599)
  const error = await refused
  expect(error).toBeInstanceOf(CardProviderUnavailable)
  expect(error).not.toBeInstanceOf(CardRequestRefused)
})
