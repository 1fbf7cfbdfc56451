import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginPayment, CARD, expectReconciled, payByCard, transactionOf } from '#tests/support/card.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { hashTables, type Tables } from '#tests/support/tables.ts'
import { IGNORED, REFUSED, type Sent, TAKEN } from './webhook-forms.ts'

let shop: FrontDoor
let buyer: Person
let orderId: string
let intentId: string
/** The tables when the provider has been paid and has sent no event yet. */
let before: Tables

beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
  buyer = await signUp(shop, 'buyer')
  orderId = await order(shop, buyer, await putOnSale(shop, await signUp(shop, 'seller')))
  const { body } = await beginPayment(shop, buyer, orderId)
  await payByCard(shop, body.client_secret, CARD.good)
  intentId = transactionOf(body.client_secret)
  before = await hashTables(shop)
})
afterAll(() => shop.close())

let count = 0
/** The provider's event of the payment's success, under an id of its own. */
const newEvent = () =>
  JSON.stringify({
    id: `evt_form_${++count}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: intentId, object: 'payment_intent', amount: 1, status: 'succeeded' } },
  })

function send(event: string, make: (typeof TAKEN)[number][2], token?: string): Promise<Response> {
  const now = Math.floor(shop.deps.clock().getTime() / 1000)
  const { webhookSecret: secret, secretKey: otherSecret } = shop.keys
  const { body, signature = [], headers }: Sent = make({ event, now, secret, otherSecret })
  const sent = new Headers({ 'content-type': 'application/json', ...headers })
  if (token) sent.set('authorization', `Bearer ${token}`)
  for (const one of [signature].flat()) sent.append('stripe-signature', one)
  const request = new Request(`${ORIGIN}/api/webhooks/stripe`, { method: 'POST', headers: sent, body })
  return shop.app.fetch(request, '203.0.113.7')
}

const kept = () =>
  shop.sql('select event_id as id from payment_events').then((rows) => rows.map(({ id }) => id))
const paid = async () =>
  (await shop.sql('select state from orders where id = $1', [orderId]))[0]?.state === 'paid'

describe('a webhook event is refused and changes nothing:', () => {
  it.each(REFUSED)('%s', async (_form, status, make) => {
    const event = newEvent()
    const answer = await send(event, make)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.text()).not.toMatch(/evt_|pi_|whsec/)
    expect(await kept()).not.toContain(JSON.parse(event).id)
  })

  it('all refused events together leave no trace in any table', async () => {
    expect(await kept()).toEqual([])
    expect(await hashTables(shop)).toEqual(before)
  })
})

describe('a webhook event is accepted and changes nothing:', () => {
  it.each(IGNORED)('%s', async (_form, status, make) => {
    expect((await send(newEvent(), make)).status).toBe(status)
    expect(await hashTables(shop)).toEqual(before)
  })

  it('unknown payments and events of the other mode raise alarms in the log', async () => {
    const alarms = (event: string) =>
      shop.lines.map((line) => JSON.parse(line)).filter((line) => line.event === event)
    expect(alarms('payment-unknown')).toMatchObject([{ level: 50, intentId: 'pi_unknown' }, { level: 50 }])
    expect(alarms('webhook-other-mode')).toMatchObject([{ level: 50 }])
  })
})

describe('a webhook event is accepted and makes the order paid:', () => {
  it.each(TAKEN)('%s', async (_form, status, make) => {
    const event = newEvent()
    expect((await send(event, make)).status).toBe(status)
    expect(await kept()).toContain(JSON.parse(event).id)
    expect(await paid()).toBe(true)
  })

  it('with a buyer’s token, which changes nothing: the signature alone decides', async () => {
    const event = newEvent()
    expect((await send(event, TAKEN[0]![2], buyer.token)).status).toBe(200)
    expect(await kept()).toContain(JSON.parse(event).id)
    expect((await send(event, REFUSED[0]![2], buyer.token)).status).toBe(400)
  })

  it('all accepted events together make one sale', async () => {
    expect(shop.mails.filter(({ subject }) => subject.startsWith('Your receipt'))).toHaveLength(1)
    expect(await kept()).toHaveLength(TAKEN.length + 1)
    await expectReconciled(shop)
  })
})

it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s at the webhook URL is refused with 405', async (method) => {
  const answer = await shop.call(method, '/api/webhooks/stripe')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
})
