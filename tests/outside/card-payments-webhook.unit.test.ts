import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import { CardWebhookRefused } from '#server/outside/card-payments.ts'

const SECRET = 'whsec_the_real_one'
const cards = createStripeCards({ secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: SECRET })
const NOW = new Date('2026-11-21T12:00:00.900Z')
const SECONDS = Math.floor(NOW.getTime() / 1000)

const event = (object: object, type = 'payment_intent.succeeded') =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1_795_262_400, data: { object } })
const BODY = event({ id: 'pi_1', object: 'payment_intent' })

function sign(payload: string, { age = 0, secret = SECRET } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: SECONDS - age })
}
const read = (body: string, signature: string | undefined, now = NOW) =>
  cards.readWebhook(new TextEncoder().encode(body), signature, now)

const LIVE = { secretKey: 'sk_live_x', publishableKey: 'pk_live_x', webhookSecret: SECRET }

describe('a valid webhook', () => {
  test.each([
    ['test', true, cards, true],
    ['test', false, cards, false],
    ['live', true, createStripeCards(LIVE), false],
    ['live', false, createStripeCards(LIVE), true],
    ['restricted live', true, createStripeCards({ ...LIVE, secretKey: 'rk_live_x' }), false],
  ])(
    'for %s keys with livemode %s reports whether it belongs to the other mode',
    (_keys, livemode, provider, otherMode) => {
      const body = BODY.replace('{', `{"livemode":${livemode},`)
      expect(provider.readWebhook(new TextEncoder().encode(body), sign(body), NOW)).toMatchObject({
        otherMode,
      })
    },
  )

  test.each([
    ['a payment', { id: 'pi_1', object: 'payment_intent' }, 'pi_1'],
    ['a charge', { id: 'ch_1', object: 'charge', payment_intent: 'pi_2' }, 'pi_2'],
    ['a refund', { id: 're_1', object: 'refund', payment_intent: 'pi_3' }, 'pi_3'],
    [
      'a dispute with its payment expanded',
      { id: 'du_1', object: 'dispute', payment_intent: { id: 'pi_4' } },
      'pi_4',
    ],
    ['a payout, which belongs to no payment', { id: 'po_1', object: 'payout' }, undefined],
    ['a charge without a payment', { id: 'ch_1', object: 'charge', payment_intent: null }, undefined],
    ['a balance, which has no id', { object: 'balance' }, undefined],
  ])('about %s is read with its event ID, type, time and payment ID, if any', (_what, object, intentId) => {
    const body = event(object, 'any.type')
    expect(read(body, sign(body))).toEqual({
      id: 'evt_1',
      type: 'any.type',
      createdAt: new Date(SECONDS * 1000),
      otherMode: false,
      ...(intentId && { intentId }),
    })
  })

  test.each([-300, -1, 0, 299, 300])('is accepted when signed %i seconds ago', (age) => {
    expect(read(BODY, sign(BODY, { age })).id).toBe('evt_1')
  })

  test('is accepted when one of several signatures is valid', () => {
    const [time, proof] = sign(BODY).split(',')
    expect(read(BODY, `${time},v1=${'0'.repeat(64)},${proof},v0=whatever`).id).toBe('evt_1')
  })
})

test('a webhook is refused when the clock is off by more than five minutes in either direction', () => {
  const signature = sign(BODY)
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
  for (const minutes of [-10, -6, 6, 10]) {
    expect(() => read(BODY, signature, at(minutes))).toThrow(CardWebhookRefused)
  }
  for (const minutes of [-4, 0, 4]) expect(read(BODY, signature, at(minutes)).id).toBe('evt_1')
})
