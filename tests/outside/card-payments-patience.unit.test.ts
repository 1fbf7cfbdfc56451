import { expect, test } from 'vitest'
import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import { CardProviderUnavailable } from '#server/outside/card-payments.ts'

const cardsOver = (fetch: (request: Request) => Promise<Response>) =>
  createStripeCards({
    secretKey: 'sk_test',
    publishableKey: 'pk_test',
    webhookSecret: 'whsec',
    sandbox: { fetch },
  })

const NEVER = new Promise<never>(() => {})
const silent: Record<string, (request: Request) => Promise<Response>> = {
  'nobody ever answers': ({ signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  'nobody answers and the signal is not heeded': () => NEVER,
  'an answer begins and never ends': async () => new Response(new ReadableStream({ pull: () => NEVER })),
  'the connection breaks after nine seconds, again and again': () =>
    new Promise((_resolve, reject) => {
      setTimeout(() => reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })), 9_000)
    }),
}

test('whatever the provider does, the shop knows within twelve seconds', async () => {
  await Promise.all(
    Object.entries(silent).map(async ([what, fetch]) => {
      const start = performance.now()
      const error = await cardsOver(fetch)
        .readIntent('pi_1')
        .catch((error: unknown) => error)
      expect(error, what).toBeInstanceOf(CardProviderUnavailable)
      expect(performance.now() - start, what).toBeLessThan(12_000)
    }),
  )
})

test.each([
  ['an empty body', ''],
  ['null', 'null'],
  ['a text', '"yes"'],
  ['a number', '5'],
  ['an error that is a number', '{"error":5}'],
  ['a list', '[]'],
  ['an object of another kind', '{"id":"pi_1","object":"charge"}'],
  ['a payment without an amount', '{"id":"pi_1","object":"payment_intent","status":"succeeded"}'],
  ['an HTML page', '<html></html>'],
])('an answer that is %s is no answer', async (_what, body) => {
  const cards = cardsOver(async () => new Response(body, { headers: { 'Content-Type': 'application/json' } }))
  const refund = { intentId: 'pi_1', idempotencyKey: 'k', reason: 'duplicate' } as const
  const calls = [
    cards.readIntent('pi_1'),
    cards.cancelIntent('pi_1'),
    cards.refund(refund),
    cards.listIntents({ createdAfter: new Date() })[Symbol.asyncIterator]().next(),
  ]
  for (const result of await Promise.allSettled(calls)) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(CardProviderUnavailable) })
  }
})

test.each([401, 403, 409, 429, 500, 502, 503])('a status of %i is no answer', async (status) => {
  const body = JSON.stringify({ error: { type: 'api_error', message: 'no' } })
  const cards = cardsOver(
    async () => new Response(body, { status, headers: { 'stripe-should-retry': 'false' } }),
  )
  await expect(cards.readIntent('pi_1')).rejects.toBeInstanceOf(CardProviderUnavailable)
})
