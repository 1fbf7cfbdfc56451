import { afterEach, expect, test, vi } from 'vitest'
import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import { CardProviderUnavailable } from '#server/outside/card-payments.ts'
import { withSharedTimeBudget } from '#server/outside/card-time-budget.ts'

const KEYS = { secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: 'whsec' }
const cardsOver = (fetch: (request: Request) => Promise<Response>) =>
  createStripeCards({ ...KEYS, sandbox: { fetch } })
/** The fewest fields that make a payment. */
const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  client_secret: 'pi_1_secret_1',
  status: 'requires_action',
  amount: 100,
  amount_received: 0,
  currency: 'usd',
  metadata: {},
  created: 1,
  last_payment_error: null,
  latest_charge: null,
}

const stopTime = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
afterEach(() => void vi.useRealTimers())

/** How a call ended, and after how long, once half a minute has passed. */
async function inHalfAMinute(ask: () => Promise<unknown>) {
  stopTime()
  const start = performance.now()
  const ended = ask()
    .catch((error: unknown) => error)
    .then((answer) => ({ answer, ms: performance.now() - start }))
  await vi.advanceTimersByTimeAsync(30_000)
  return ended
}

const NEVER = new Promise<never>(() => {})
const silent: Record<string, (request: Request) => Promise<Response>> = {
  'no response ever arrives': ({ signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  'no response arrives and the abort signal is ignored': () => NEVER,
  'a response body never ends': async () => new Response(new ReadableStream({ pull: () => NEVER })),
  'the connection is reset after nine seconds, every time': () =>
    new Promise((_resolve, reject) => {
      setTimeout(() => reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })), 9_000)
    }),
}

const answered = async () => Response.json(INTENT)
const afterSevenSeconds = () =>
  new Promise<Response>((answer) => setTimeout(() => answer(Response.json(INTENT)), 7_000))

test.each(Object.entries(silent))(
  'a call fails as unavailable within twelve seconds when %s',
  async (_what, fetch) => {
    const { answer, ms } = await inHalfAMinute(() => cardsOver(fetch).readIntent('pi_1'))
    expect(answer).toBeInstanceOf(CardProviderUnavailable)
    expect(ms).toBeLessThanOrEqual(12_000)
  },
)

test('no more than a few megabytes of a response that goes on and on are read', async () => {
  let megabytes = 0
  const endless = () =>
    new ReadableStream({
      pull(stream) {
        megabytes++
        stream.enqueue(Buffer.alloc(1024 * 1024, ' '))
        if (megabytes >= 100) stream.close()
      },
    })
  const cards = cardsOver(async () => new Response(endless()))
  await expect(cards.readIntent('pi_1')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('An error occurred') },
  })
  // In two tries.
  expect(megabytes).toBeLessThan(25)
})

test('a list whose next page is always the same counts as provider unavailable', async () => {
  const object = { id: 'pi_1', object: 'payment_intent' }
  const event = { id: 'evt_1', object: 'event', type: 'any', created: 1, data: { object } }
  let pages = 0
  const cards = cardsOver(async () => {
    pages++
    return Response.json({ object: 'list', data: [event], has_more: pages < 20 })
  })
  const list = async () => {
    for await (const _ of cards.listEvents({ createdAfter: new Date(), types: [] }));
  }
  await expect(list()).rejects.toBeInstanceOf(CardProviderUnavailable)
  expect(pages).toBe(2)
})

test('three calls of one request that take seven seconds each fail within its budget of twelve', async () => {
  const slow = cardsOver(afterSevenSeconds)
  const { answer, ms } = await inHalfAMinute(() =>
    withSharedTimeBudget(async () => {
      await slow.readIntent('pi_1')
      await slow.cancelIntent('pi_1')
      await slow.readIntent('pi_1')
    }),
  )
  expect(answer).toBeInstanceOf(CardProviderUnavailable)
  expect(ms).toBeLessThanOrEqual(12_000)
})

test('an attempt without a response times out, and a second attempt can succeed', async () => {
  let asked = 0
  const cards = cardsOver((request) => (asked++ ? answered() : silent['no response ever arrives']!(request)))
  const { answer, ms } = await inHalfAMinute(() => cards.readIntent('pi_1'))
  expect(answer).toMatchObject({ id: 'pi_1' })
  expect(ms).toBeLessThanOrEqual(12_000)
})

test('concurrent and nested requests have separate time budgets; one without time left fails', async () => {
  stopTime()
  const timeouts = { tryMs: 1_000, callMs: 1_000 }
  const cards = createStripeCards({ ...KEYS, sandbox: { fetch: answered }, timeouts })
  const request = () => withSharedTimeBudget(() => cards.readIntent('pi_1'))
  expect(await Promise.all([request(), request(), withSharedTimeBudget(request)])).toMatchObject(
    Array(3).fill({ id: 'pi_1' }),
  )
  // A call whose time is used up does not even send a request.
  await withSharedTimeBudget(async () => {
    await vi.advanceTimersByTimeAsync(timeouts.callMs)
    await expect(cards.readIntent('pi_1')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('used up') },
    })
    expect(await request()).toMatchObject({ id: 'pi_1' })
  })
})

test.each([
  ['an empty body', ''],
  ['null', 'null'],
  ['a string', '"yes"'],
  ['a number', '5'],
  ['an error that is a number', '{"error":5}'],
  ['an array', '[]'],
  ['an object of another type', '{"id":"pi_1","object":"charge"}'],
  ['a payment without an amount', '{"id":"pi_1","object":"payment_intent","status":"succeeded"}'],
  [
    'a payment with the client secret of another one',
    JSON.stringify({ ...INTENT, client_secret: 'pi_2_secret_1' }),
  ],
  ['an HTML page', '<html></html>'],
])('the provider counts as unavailable when its response is %s', async (_what, body) => {
  const cards = cardsOver(async () => new Response(body, { headers: { 'Content-Type': 'application/json' } }))
  const refund = { intentId: 'pi_1', idempotencyKey: 'k' }
  const calls = [
    cards.readIntent('pi_1'),
    cards.cancelIntent('pi_1'),
    cards.refund(refund),
    cards.listEvents({ createdAfter: new Date(), types: [] })[Symbol.asyncIterator]().next(),
  ]
  for (const result of await Promise.allSettled(calls)) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(CardProviderUnavailable) })
  }
})

test.each([401, 403, 409, 429, 500, 502, 503])(
  'the provider counts as unavailable when it responds with status %i',
  async (status) => {
    const body = JSON.stringify({ error: { type: 'api_error', message: 'no' } })
    const cards = cardsOver(
      async () => new Response(body, { status, headers: { 'stripe-should-retry': 'false' } }),
    )
    await expect(cards.readIntent('pi_1')).rejects.toBeInstanceOf(CardProviderUnavailable)
  },
)

const CREATE = { amountCents: 100, orderId: 'o', paymentId: 'p', description: 'x', idempotencyKey: 'k' }
const MADE = { ...INTENT, metadata: { order_id: 'o', payment_id: 'p' } }

test.each([
  ['amount', { amount: 101 }],
  ['currency', { currency: 'eur' }],
  ['order', { metadata: { ...MADE.metadata, order_id: 'another' } }],
  ['payment attempt', { metadata: { ...MADE.metadata, payment_id: 'another' } }],
])(
  'a created payment with another %s than requested counts as provider unavailable',
  async (_what, change) => {
    const answering = (answer: object) => cardsOver(async () => Response.json(answer)).createIntent(CREATE)
    expect(await answering(MADE)).toMatchObject({ id: 'pi_1' })
    await expect(answering({ ...MADE, ...change })).rejects.toBeInstanceOf(CardProviderUnavailable)
  },
)

test('a payment or refund other than the requested one counts as provider unavailable', async () => {
  const refund = { id: 're_1', object: 'refund', status: 'succeeded', payment_intent: 'pi_1' }
  const cards = cardsOver(async ({ url }) => Response.json(url.includes('/refunds') ? refund : INTENT))
  const askAll = (number: 1 | 2) =>
    Promise.allSettled([
      cards.readIntent(`pi_${number}`),
      cards.cancelIntent(`pi_${number}`),
      cards.refund({ intentId: `pi_${number}`, idempotencyKey: 'k' }),
      cards.readRefund(`re_${number}`),
    ])
  for (const result of await askAll(1)) expect(result.status).toBe('fulfilled')
  for (const result of await askAll(2))
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(CardProviderUnavailable) })
})
