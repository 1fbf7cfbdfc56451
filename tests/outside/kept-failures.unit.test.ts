import { beforeEach, expect, it } from 'vitest'
import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import { CardProviderUnavailable, CardRequestRefused } from '#server/outside/card-payments.ts'

/* The provider stores its response under an idempotency key for at least a day, even a failure (500). */
const CREATE = { amountCents: 44950, orderId: 'o', paymentId: 'p', description: 'x', idempotencyKey: 'k' }
const REFUND = { intentId: 'pi_x', idempotencyKey: 'k' }
const FAILURE = { error: { type: 'api_error', message: 'An unknown error occurred' } }
const REFUNDED = { error: { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'No.' } }
const RETURN = { id: 're_x', object: 'refund', status: 'succeeded', payment_intent: 'pi_x' }

let failing: number
let made: object[]
let keys: Map<string, object | undefined>
beforeEach(() => {
  failing = 1
  made = []
  keys = new Map()
})

/** Fails the next `failing` requests that have a new key, and gives `answer` to the others. */
function keepingProvider(answer: () => Response) {
  const fetch = async (request: Request) => {
    const key = request.headers.get('idempotency-key')
    if (key === null) return Response.json({ object: 'list', data: made, has_more: false })
    const replayed = keys.has(key)
    if (!replayed) keys.set(key, failing-- > 0 ? FAILURE : undefined)
    const headers = { ...(replayed && { 'Idempotent-Replayed': 'true' }) }
    return keys.get(key) ? Response.json(FAILURE, { status: 500, headers }) : answer()
  }
  return createStripeCards({
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret: 'whsec_x',
    sandbox: { fetch },
    timeouts: { tryMs: 60_000, callMs: 60_000 },
  })
}

const returning = () =>
  keepingProvider(() => {
    if (made.length > 0) return Response.json(REFUNDED, { status: 400 })
    made = [RETURN]
    return Response.json(RETURN)
  })

it('a replayed 400 is reported with its own code, not as a stored failure', async () => {
  const error = { type: 'invalid_request_error', code: 'amount_too_small', message: 'No.' }
  const repeating = { status: 400, headers: { 'Idempotent-Replayed': 'true' } }
  const cards = keepingProvider(() => Response.json({ error }, repeating))
  failing = 0
  await expect(cards.createIntent(CREATE)).rejects.toMatchObject({ code: 'amount_too_small' })
})

it('a replayed 500 on a refund is retried with another idempotency key', async () => {
  const cards = returning()
  expect(await cards.refund(REFUND)).toEqual({ id: 're_x', status: 'succeeded' })
  expect([...keys.keys()]).toEqual([REFUND.idempotencyKey, expect.any(String)])
})

it('a refund that was made despite a 500 response is not made twice', async () => {
  made = [RETURN]
  expect(await returning().refund(REFUND)).toEqual({ id: 're_x', status: 'succeeded' })
})

it('a refund that keeps failing with 500 is reported as unavailable, and a later call makes it', async () => {
  failing = 2
  const cards = returning()
  const away = await cards.refund(REFUND).catch((error: unknown) => error)
  expect(away).toBeInstanceOf(CardProviderUnavailable)
  expect(away).not.toBeInstanceOf(CardRequestRefused)
  expect(made).toEqual([])
  expect((await cards.refund(REFUND)).id).toBe('re_x')
})
