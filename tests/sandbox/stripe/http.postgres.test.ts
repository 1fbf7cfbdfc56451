import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, KEYS, openBench } from './open-sandbox.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

type Sent = { method?: string; body?: string; authorization?: string | undefined }
async function send(path: string, { method = 'GET', body, authorization }: Sent = {}) {
  const response = await bench.sandbox.fetch(
    new Request(`https://api.stripe.com${path}`, {
      method,
      ...(body !== undefined && { body }),
      headers: authorization ? { Authorization: authorization } : {},
    }),
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const secret = `Bearer ${KEYS.secretKey}`
const post = (path: string, body: string) => send(path, { method: 'POST', body, authorization: secret })

describe('API keys', () => {
  test('the secret key is accepted', async () => {
    expect((await send('/v1/payment_intents', { authorization: secret })).status).toBe(200)
  })

  test.each([
    ['no key', undefined, 'You did not provide an API key.'],
    ['an unknown key', 'Bearer sk_test_of_somebody_else', 'Invalid API Key provided: sk_test_****else'],
  ])('%s gets a 401', async (_what, authorization, message) => {
    const { status, body } = await send('/v1/payment_intents', { authorization })
    expect(status).toBe(401)
    expect(body.error.type).toBe('invalid_request_error')
    expect(body.error.message).toContain(message)
  })

  test.each([
    ['POST', '/v1/payment_intents'],
    ['GET', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents/pi_1'],
    ['POST', '/v1/payment_intents/pi_1/cancel'],
    ['POST', '/v1/refunds'],
    ['GET', '/v1/refunds'],
    ['GET', '/v1/refunds/re_1'],
    ['GET', '/v1/events'],
  ])('%s %s is refused with the publishable key', async (method, path) => {
    const { status, body } = await send(path, { method, authorization: `Bearer ${KEYS.publishableKey}` })
    expect(status).toBe(403)
    expect(body.error.code).toBe('secret_key_required')
  })
})

describe('a browser', () => {
  /** Everything that the provider documents as retrievable with a publishable key. */
  const SEEN = [
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'id',
    'last_payment_error',
    'livemode',
    'next_action',
    'object',
    'payment_method',
    'payment_method_configuration_details',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ]

  test('reads a payment with its client secret, and gets the public fields only', async () => {
    const { id, client_secret } = await bench.newIntent({ metadata: { order_id: 'private' } })
    const { status, body } = await bench.browser('GET', id, { client_secret })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(SEEN)
  })

  test('gets the public fields only, in the response to a confirmation and in an error', async () => {
    const intent = await bench.newIntent({ metadata: { order_id: 'private' } })
    const declined = await bench.pay(intent, '4000000000000002')
    expect(Object.keys(declined.body.error.payment_intent ?? {}).sort()).toEqual(SEEN)
    expect(Object.keys((await bench.pay(intent, '4242424242424242')).body).sort()).toEqual(SEEN)
    const refused = await bench.pay(intent, '4242424242424242')
    expect(refused.body.error.code).toBe('payment_intent_unexpected_state')
    expect(Object.keys(refused.body.error.payment_intent ?? {}).sort()).toEqual(SEEN)
  })

  test('can neither read nor pay a payment with the secret of another one, or without any', async () => {
    const [mine, other] = [await bench.newIntent(), await bench.newIntent()]
    const stolen = { id: other.id, client_secret: mine.client_secret }
    const wrong = {
      status: 400,
      body: { error: { code: 'payment_intent_invalid_parameter', param: 'client_secret' } },
    }
    expect(await bench.browser('GET', other.id, { client_secret: mine.client_secret })).toMatchObject(wrong)
    expect(await bench.pay(stolen, '4242424242424242')).toMatchObject(wrong)
    expect(await bench.authenticate(stolen, 'complete')).toMatchObject(wrong)
    expect((await bench.browser('GET', other.id, {})).body.error.code).toBe('parameter_missing')
    expect((await bench.stripe.paymentIntents.retrieve(other.id)).status).toBe('requires_payment_method')
  })
})

describe('parameters', () => {
  test.each([
    ['no amount', 'currency=usd', 'parameter_missing', 'amount'],
    ['no currency', 'amount=5000', 'parameter_missing', 'currency'],
    ['an amount that is not a number', 'amount=ten&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['an amount with decimals', 'amount=10.5&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['an amount of zero', 'amount=0&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['less than fifty cents', 'amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['a million dollars', 'amount=100000000&currency=usd', 'amount_too_large', 'amount'],
    ['an unknown parameter', 'amount=5000&currency=usd&colour=red', 'parameter_unknown', 'colour'],
    [
      'an unknown nested parameter',
      'amount=5000&currency=usd&automatic_payment_methods[enabled]=true&automatic_payment_methods[colour]=red',
      'parameter_unknown',
      'automatic_payment_methods[colour]',
    ],
    [
      'a typed card without an expiry',
      'amount=5000&currency=usd&payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242',
      'parameter_missing',
      'payment_method_data[card][exp_month]',
    ],
    [
      'two cards',
      'amount=5000&currency=usd&payment_method=pm_card_visa&payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242&payment_method_data[card][exp_month]=1&payment_method_data[card][exp_year]=40',
      'parameters_exclusive',
      undefined,
    ],
  ])('%s is refused with the name of the parameter', async (_what, form, code, param) => {
    const { status, body } = await post('/v1/payment_intents', form)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code })
    expect(body.error.param).toBe(param)
  })

  test.each([
    'a[b=1',
    '[a]=1',
    'a=1&a[b]=2',
    '__proto__[polluted]=1',
    'a[b][c][d][e][f][g]=1',
    'constructor=1',
  ])('a form like %s is refused and pollutes no prototype', async (form) => {
    expect((await post('/v1/payment_intents', `amount=5000&currency=usd&${form}`)).status).toBe(400)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  test('a form with too many parameters is not parsed', async () => {
    const { status, body } = await post('/v1/payment_intents', 'a[]&'.repeat(1_001))
    expect(status).toBe(400)
    expect(body.error.message).toBe('Invalid request: too many parameters.')
  })

  test('arrays are accepted with and without indices', async () => {
    for (const types of ['allowed_payment_method_types[]=card', 'allowed_payment_method_types[0]=card']) {
      const { body } = await post('/v1/payment_intents', `amount=5000&currency=usd&${types}`)
      expect(body).toMatchObject({ allowed_payment_method_types: ['card'], payment_method_types: ['card'] })
    }
    const refused = await post(
      '/v1/payment_intents',
      'amount=5000&currency=usd&allowed_payment_method_types[]=ideal',
    )
    expect(refused.body.error.param).toBe('allowed_payment_method_types')
  })

  test('a parameter that the pinned API version no longer has is refused', async () => {
    const { body } = await post('/v1/payment_intents', 'amount=5000&currency=usd&payment_method_types[]=card')
    expect(body.error).toMatchObject({ code: 'parameter_unknown', param: 'payment_method_types' })
  })

  test('an empty metadata value removes its key', async () => {
    const { id } = await bench.newIntent({ metadata: { order_id: '1', note: 'x' } })
    const { metadata } = await bench.stripe.paymentIntents.update(id, { metadata: { note: '', more: 'y' } })
    expect(metadata).toEqual({ order_id: '1', more: 'y' })
  })
})

describe('responses', () => {
  test('contain a request ID and the API version', async () => {
    const { headers } = await send('/v1/payment_intents', { authorization: secret })
    expect(headers.get('request-id')).toMatch(/^req_\w{24}$/)
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
    expect(headers.get('content-type')).toBe('application/json')
  })

  test('have the status 404 for unknown objects and calls', async () => {
    expect(await post('/v1/payment_intents/pi_none/cancel', '')).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_missing', message: "No such payment_intent: 'pi_none'" } },
    })
    expect(await send('/v1/customers', { authorization: secret })).toMatchObject({
      status: 404,
      body: { error: { type: 'invalid_request_error' } },
    })
    for (const id of ['%00', 'pi_%00', "'%20or%201=1--", '..%2Frefunds', 'x'.repeat(300)]) {
      expect((await send(`/v1/payment_intents/${id}`, { authorization: secret })).status, id).toBe(404)
    }
    await expect(bench.stripe.refunds.retrieve('re_none')).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('have the status 413 for a form that is too large', async () => {
    expect((await post('/v1/payment_intents', `description=${'x'.repeat(70_000)}`)).status).toBe(413)
  })

  test('expand the latest charge, and nothing else', async () => {
    const { id } = await bench.newIntent({ confirm: true, payment_method: 'pm_card_visa' })
    const plain = await bench.stripe.paymentIntents.retrieve(id)
    const expanded = await bench.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(expanded.latest_charge).toMatchObject({ id: plain.latest_charge, object: 'charge' })
    const listed = await bench.stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] })
    expect(listed.data[0]!.latest_charge).toMatchObject({ id: plain.latest_charge, object: 'charge' })
    await expect(bench.stripe.paymentIntents.retrieve(id, { expand: ['customer'] })).rejects.toThrow(
      'This property cannot be expanded (customer).',
    )
  })
})

describe('lists', () => {
  test('are sorted newest first and paged', async () => {
    bench.pass(60_000)
    const gte = Math.floor(bench.clock().getTime() / 1000)
    const made: string[] = []
    for (const _ of [1, 2, 3, 4, 5]) {
      made.unshift((await bench.newIntent()).id)
      bench.pass(1_000)
    }
    const first = await bench.stripe.paymentIntents.list({ limit: 2, created: { gte } })
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true })
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
    const all: string[] = []
    for await (const { id } of bench.stripe.paymentIntents.list({ limit: 2, created: { gte } })) all.push(id)
    expect(all).toEqual(made)
    const last = await bench.stripe.paymentIntents.list({ created: { gte }, starting_after: made[3]! })
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([[made[4]], false])
    const middle = await bench.stripe.paymentIntents.list({ created: { gt: gte, lt: gte + 3 } })
    expect(middle.data.map(({ id }) => id)).toEqual([made[2], made[3]])
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['starting_after=pi_none', 'starting_after'],
    ['created[after]=1', 'created[after]'],
  ])('refuse %s', async (query, param) => {
    const { body } = await send(`/v1/payment_intents?${query}`, { authorization: secret })
    expect(body.error.param).toBe(param)
  })
})
