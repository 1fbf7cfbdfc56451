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
  cards.readWebhook(body, signature, now)

describe('a webhook that is read', () => {
  test.each([
    ['a payment', { id: 'pi_1', object: 'payment_intent' }, 'pi_1'],
    ['a charge', { id: 'ch_1', object: 'charge', payment_intent: 'pi_2' }, 'pi_2'],
    ['a refund', { id: 're_1', object: 'refund', payment_intent: 'pi_3' }, 'pi_3'],
    [
      'a dispute with its payment expanded',
      { id: 'du_1', object: 'dispute', payment_intent: { id: 'pi_4' } },
      'pi_4',
    ],
    ['something that belongs to no payment', { id: 'po_1', object: 'payout' }, undefined],
    ['a charge without one', { id: 'ch_1', object: 'charge', payment_intent: null }, undefined],
    ['a balance, which has no id', { object: 'balance' }, undefined],
  ])('about %s names it', (_what, object, intentId) => {
    const body = event(object, 'any.type')
    expect(read(body, sign(body))).toEqual({
      id: 'evt_1',
      type: 'any.type',
      createdAt: new Date('2026-11-21T12:00:00Z'),
      ...(intentId && { intentId }),
    })
  })

  test.each([-300, -1, 0, 299, 300])('may be signed %i seconds ago', (age) => {
    expect(read(BODY, sign(BODY, { age })).id).toBe('evt_1')
  })

  test('may carry the signature of an older secret too', () => {
    const [time, proof] = sign(BODY).split(',')
    expect(read(BODY, `${time},v1=${'0'.repeat(64)},${proof},v0=whatever`).id).toBe('evt_1')
  })
})

describe('a webhook that is refused', () => {
  const proof = sign(BODY).split(',')[1]!
  test.each([
    ['without a signature', BODY, undefined],
    ['with an empty one', BODY, ''],
    ['with a malformed one', BODY, 'nonsense'],
    ['without a time', BODY, proof],
    ['with a time that is no number', BODY, `t=soon,${proof}`],
    ['with a negative time', BODY, `t=-5,${proof}`],
    ['with a time and something after it', BODY, sign(BODY).replace(/t=(\d+)/, 't=$1x')],
    ['with two times', BODY, `t=${SECONDS},${sign(BODY)}`],
    ['without a proof', BODY, `t=${SECONDS}`],
    ['with a proof of another scheme', BODY, sign(BODY).replace('v1=', 'v0=')],
    ['signed with another secret', BODY, sign(BODY, { secret: 'whsec_other' })],
    ['signed for another body', BODY.replace('pi_1', 'pi_2'), sign(BODY)],
    ['with a blank added to its body', `${BODY} `, sign(BODY)],
    ['signed for another time', BODY, sign(BODY).replace(/t=\d+/, `t=${SECONDS - 1}`)],
    ['signed 301 seconds ago', BODY, sign(BODY, { age: 301 })],
    ['signed a day ago', BODY, sign(BODY, { age: 86_400 })],
    ['signed 301 seconds ahead', BODY, sign(BODY, { age: -301 })],
    ['signed a year ahead', BODY, sign(BODY, { age: -365 * 86_400 })],
    ['with an empty body', '', sign('')],
    ['with a body that is no JSON', '<html>', sign('<html>')],
    ['with a body that is no event', '{"object":"charge"}', sign('{"object":"charge"}')],
    ['with a body that is null', 'null', sign('null')],
  ])('%s', (_what, body, signature) => {
    expect(() => read(body, signature)).toThrow(CardWebhookRefused)
  })

  test('because the clock is off by more than five minutes, either way', () => {
    const signature = sign(BODY)
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
    for (const minutes of [-10, -6, 6, 10]) {
      expect(() => read(BODY, signature, at(minutes))).toThrow(CardWebhookRefused)
    }
    for (const minutes of [-4, 0, 4]) expect(read(BODY, signature, at(minutes)).id).toBe('evt_1')
  })
})
