import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import { CardRequestRefused } from '#server/outside/card-payments.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Cards, KEYS, openCards } from './open-cards.ts'

let database: TestDatabase
let cards: Cards
beforeAll(async () => {
  database = await createTestDatabase()
  cards = await openCards(database)
  // Payments that the provider is processing stay so.
  await cards.sandbox.stop()
})
afterAll(() => database.close())

describe('a new payment', () => {
  test('has exactly the requested amount in dollars, by card only, with the order as metadata', async () => {
    const intent = await cards.newIntent()
    expect(intent).toEqual({
      id: expect.stringMatching(/^pi_\w{24}$/),
      clientSecret: expect.stringContaining(`${intent.id}_secret_`),
      status: 'requires_payment_method',
      amountCents: 44_950,
      amountReceivedCents: 0,
      currency: 'usd',
      orderId: 'order 7',
      paymentId: 'payment 8',
      refundedCents: 0,
      disputed: false,
    })
    expect(await (await cards.provider(`/payment_intents/${intent.id}`)).json()).toMatchObject({
      description: 'Clamshell order 7',
      allowed_payment_method_types: ['card'],
      metadata: { order_id: 'order 7', payment_id: 'payment 8' },
    })
  })

  test('requested twice with one idempotency key is created once', async () => {
    expect(await cards.newIntent('twice')).toEqual(await cards.newIntent('twice'))
  })

  test('with an idempotency key that was used for another amount is refused', async () => {
    await cards.newIntent('another amount', 10_000)
    const refused = cards.newIntent('another amount', 10_001)
    await expect(refused).rejects.toMatchObject({ code: 'StripeIdempotencyError' })
    await expect(refused).rejects.toBeInstanceOf(CardRequestRefused)
  })

  test('below the minimum amount of the provider is refused', async () => {
    await expect(cards.newIntent('too little', 49)).rejects.toMatchObject({ code: 'amount_too_small' })
  })
})

describe('reading a payment', () => {
  test('returns its status, amount received, charge time, risk level, dispute and last decline', async () => {
    const read = async (method: string) => {
      const { id } = await cards.newIntent()
      await cards.pay(id, method)
      return cards.readIntent(id)
    }
    const paid = { status: 'succeeded', amountReceivedCents: 44_950, disputed: false, riskLevel: 'normal' }
    const before = Math.floor(Date.now() / 1000) * 1000
    const charged = await read('pm_card_visa')
    expect(charged).toMatchObject(paid)
    expect(charged?.chargedAt?.getTime()).toBeGreaterThanOrEqual(before)
    expect(charged?.chargedAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await read('pm_card_riskLevelElevated')).toMatchObject({ ...paid, riskLevel: 'elevated' })
    expect(await read('pm_card_createDispute')).toMatchObject({ ...paid, disputed: true })
    expect(await read('pm_card_sandbox_processing')).toMatchObject({
      status: 'processing',
      amountReceivedCents: 0,
    })
    expect(await read('pm_card_authenticationRequired')).toMatchObject({ status: 'requires_action' })
    const declined = await read('pm_card_visa_chargeDeclinedInsufficientFunds')
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      amountReceivedCents: 0,
      lastDecline: 'Your card has insufficient funds.',
    })
    expect(declined).not.toHaveProperty('chargedAt')
  })

  test('returns a message for the buyer when the authentication failed', async () => {
    const { id, clientSecret } = await cards.newIntent()
    await cards.pay(id, 'pm_card_authenticationRequired')
    const form = { client_secret: String(clientSecret), outcome: 'fail' }
    await cards.provider(`/payment_intents/${id}/sandbox_authenticate`, form)
    expect((await cards.readIntent(id))?.lastDecline).toBe(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    )
  })

  test.each(['pi_nobody_knows', '', 'pi_', 're_1', '../refunds', 'pi_1/cancel', `pi_${'x'.repeat(300)}`])(
    'returns undefined for an unknown ID (%j)',
    async (id) => {
      expect(await cards.readIntent(id)).toBeUndefined()
    },
  )
})

describe('canceling a payment', () => {
  test('cancels one that has no card yet', async () => {
    const { id } = await cards.newIntent()
    expect((await cards.cancelIntent(id)).status).toBe('canceled')
    expect((await cards.readIntent(id))?.status).toBe('canceled')
  })

  test('cancels one whose card was declined', async () => {
    const { id } = await cards.newIntent()
    await cards.pay(id, 'pm_card_visa_chargeDeclined')
    expect((await cards.cancelIntent(id)).status).toBe('canceled')
  })

  test.each([
    ['pm_card_visa', 'succeeded'],
    ['pm_card_sandbox_processing', 'processing'],
  ])('paid with %s returns it with its status unchanged: %s', async (method, status) => {
    const { id } = await cards.newIntent()
    await cards.pay(id, method)
    expect((await cards.cancelIntent(id)).status).toBe(status)
  })

  test('a second time returns it as canceled', async () => {
    const { id } = await cards.newIntent()
    await cards.cancelIntent(id)
    expect((await cards.cancelIntent(id)).status).toBe('canceled')
  })

  test('that does not exist is refused with resource_missing', async () => {
    await expect(cards.cancelIntent('pi_none')).rejects.toMatchObject({ code: 'resource_missing' })
  })
})

describe('refunding a payment', () => {
  test('refunds the whole amount once, however often it is requested', async () => {
    const { id } = await cards.newIntent()
    await cards.pay(id, 'pm_card_visa')
    const first = await cards.refund({ intentId: id, idempotencyKey: `refund ${id}` })
    expect(first).toEqual({ id: expect.stringMatching(/^re_/), status: 'succeeded' })
    expect(await cards.refund({ intentId: id, idempotencyKey: `refund ${id}` })).toEqual(first)
    const afterKeysAreForgotten = { intentId: id, idempotencyKey: `another ${id}` }
    expect(await cards.refund(afterKeysAreForgotten)).toEqual(first)
    expect((await cards.readIntent(id))?.refundedCents).toBe(44_950)
    const { rows } = await database.pool.query(
      `select body->>'reason' as reason from sandbox_stripe.refunds where id = $1`,
      [first.id],
    )
    expect(rows).toEqual([{ reason: 'requested_by_customer' }])
  })

  test('returns the status pending while the refund is in progress', async () => {
    const { id } = await cards.newIntent()
    await cards.pay(id, 'pm_card_pendingRefund')
    expect((await cards.refund({ intentId: id, idempotencyKey: `refund ${id}` })).status).toBe('pending')
  })

  test('that was never paid is refused, with an error that does not contain the client secret', async () => {
    const { id } = await cards.newIntent()
    const error = await cards.refund({ intentId: id, idempotencyKey: `refund ${id}` }).catch((error) => error)
    expect(error).toMatchObject({ code: 'payment_intent_unexpected_state' })
    // The output includes the causes.
    expect(inspect(error, { depth: null })).not.toContain('_secret_')
  })
})

test('listing events returns all of one type since a given time, newest first, across pages', async () => {
  await database.pool.query('truncate sandbox_stripe.events')
  const types = ['payment_intent.created']
  const createdAfter = new Date()
  const made: string[] = []
  for (let number = 0; number < 103; number++) made.unshift((await cards.newIntent()).id)
  await cards.pay(made[0]!, 'pm_card_visa')
  const listed = []
  for await (const event of cards.listEvents({ createdAfter, types })) listed.push(event)
  expect(listed.map(({ intentId }) => intentId)).toEqual(made)
  for await (const event of cards.listEvents({ createdAfter: new Date(Date.now() + 60_000), types })) {
    expect.unreachable(event.id)
  }
})

test('without a sandbox the same requests are sent to the API of the provider', async () => {
  const asked: Request[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request.clone())
    return cards.sandbox.fetch(request)
  })
  try {
    const real = createStripeCards(KEYS)
    expect([real.sandbox, cards.publishableKey, real.publishableKey]).toEqual([
      false,
      KEYS.publishableKey,
      KEYS.publishableKey,
    ])
    const { id } = await real.createIntent({
      amountCents: 5_000,
      orderId: '1',
      paymentId: '2',
      description: 'x',
      idempotencyKey: 'asked for real',
    })
    expect(await real.readIntent(id)).toMatchObject({ amountCents: 5_000 })
  } finally {
    vi.unstubAllGlobals()
  }
  expect(asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
    'POST https://api.stripe.com/v1/payment_intents',
    expect.stringMatching(/^GET https:\/\/api\.stripe\.com\/v1\/payment_intents\/pi_\w+$/),
  ])
  const { headers } = asked[0]!
  expect(headers.get('authorization')).toBe(`Bearer ${KEYS.secretKey}`)
  expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
  expect(headers.get('idempotency-key')).toBe('asked for real')
  // It would report on the previous request.
  expect(asked[1]?.headers.get('x-stripe-client-telemetry')).toBeNull()
})
