import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilWaiting } from '#tests/support/until-waiting.ts'
import { type Bench, KEYS, openBench } from './open-sandbox.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const terms = { amount: 30_000, currency: 'usd', allowed_payment_method_types: ['card'] as ['card'] }
const create = (key: string, more: object = {}) =>
  bench.stripe.paymentIntents.create({ ...terms, ...more }, { idempotencyKey: key })

function post(path: string, key: string, body: string): Promise<Response> {
  return bench.sandbox.fetch(
    new Request(`https://api.stripe.com${path}`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${KEYS.secretKey}`, 'Idempotency-Key': key },
    }),
  )
}

test('the same request under the same key is replayed, and executed once', async () => {
  const first = await post('/v1/payment_intents', 'twice', 'amount=30000&currency=usd')
  const second = await post('/v1/payment_intents', 'twice', 'currency=usd&amount=30000')
  expect(second.status).toBe(200)
  expect(await second.text()).toBe(await first.text())
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(second.headers.get('idempotency-key')).toBe('twice')
  expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'))
})

test('a key that was used for other parameters or another call is refused', async () => {
  const { id } = await create('reused')
  const error = {
    type: 'StripeIdempotencyError',
    statusCode: 400,
    message:
      "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'reused' if you meant to execute a different request.",
  }
  await expect(create('reused', { amount: 30_001 })).rejects.toMatchObject(error)
  await expect(
    bench.stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'reused' }),
  ).rejects.toMatchObject(error)
})

test('a key sent by a page is scoped to its payment, apart from the server and other pages', async () => {
  const [mine, other] = [await bench.newIntent(), await bench.newIntent()]
  const confirm = (intent: typeof mine, payment_method: string) =>
    bench.sandbox.fetch(
      new Request(`https://shop.test/v1/payment_intents/${intent.id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key: KEYS.publishableKey,
          client_secret: String(intent.client_secret),
          payment_method,
        }),
        headers: { 'Idempotency-Key': 'order-x-1' },
      }),
    )
  expect((await confirm(mine, 'pm_card_chargeDeclined')).status).toBe(402)
  const made = await create('order-x-1')
  expect((await create('order-x-1')).id).toBe(made.id)
  expect((await confirm(other, 'pm_card_visa')).status).toBe(200)
  const again = await confirm(mine, 'pm_card_chargeDeclined')
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([402, 'true'])
  expect((await (await confirm(mine, 'pm_card_visa')).json()).error.type).toBe('idempotency_error')
})

test('a decline is replayed under its key, even after the payment has moved on', async () => {
  const { id } = await create('to be declined')
  const confirm = (payment_method: string, key: string) =>
    bench.stripe.paymentIntents.confirm(id, { payment_method }, { idempotencyKey: key })
  await expect(confirm('pm_card_visa_chargeDeclined', 'declined')).rejects.toMatchObject({
    code: 'card_declined',
  })
  await confirm('pm_card_visa', 'paid')
  await expect(confirm('pm_card_visa_chargeDeclined', 'declined')).rejects.toMatchObject({
    code: 'card_declined',
  })
  expect((await bench.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

test('a request that was refused before it took effect can be corrected under its key', async () => {
  await expect(create('mended', { amount: 3 })).rejects.toMatchObject({ code: 'amount_too_small' })
  expect((await create('mended')).amount).toBe(30_000)
})

test('a second request under a key in use gets a 409 until the first one is finished', async () => {
  const client = await bench.database.pool.connect()
  const { id } = await bench.newIntent()
  const cancel = () => post(`/v1/payment_intents/${id}/cancel`, 'at the same time', '')
  let first: Promise<Response>
  try {
    // Another connection locks the payment's row, so that the first request has to wait.
    await client.query('begin')
    await client.query('select 1 from sandbox_stripe.intents where id = $1 for update', [id])
    first = cancel()
    const second = await cancel()
    expect(second.status).toBe(409)
    expect((await second.json()).error).toMatchObject({
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
    })
  } finally {
    await client.query('commit')
    client.release()
  }
  const answered = await first
  expect(answered.status).toBe(200)
  const again = await cancel()
  expect(await again.text()).toBe(await answered.text())
})

test('a second request under a key in use in another process gets a 409', async () => {
  const other = await openBench({ ...bench.database, close: async () => {} })
  const client = await bench.database.pool.connect()
  const { id } = await bench.newIntent()
  const options = { idempotencyKey: 'in two processes' }
  try {
    await client.query('begin')
    await client.query('select 1 from sandbox_stripe.intents where id = $1 for update', [id])
    const first = bench.stripe.paymentIntents.cancel(id, {}, options)
    await untilWaiting(bench.database.pool)
    await expect(other.stripe.paymentIntents.cancel(id, {}, options)).rejects.toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
    await client.query('commit')
    const answered = await first
    expect(await other.stripe.paymentIntents.cancel(id, {}, options)).toEqual(answered)
  } finally {
    client.release()
    await other.close()
  }
})

test('a key of more than 255 characters is refused', async () => {
  const long = randomBytes(3_000).toString('base64')
  const answer = await post('/v1/payment_intents', long, 'amount=30000&currency=usd')
  expect(answer.status).toBe(400)
  expect((await post('/v1/payment_intents', 'k'.repeat(255), 'amount=30000&currency=usd')).status).toBe(200)
})

test('a key can be used for another request after a day', async () => {
  const first = await create('yesterday')
  bench.pass(25 * 60 * 60 * 1000)
  expect((await create('yesterday', { amount: 30_001 })).id).not.toBe(first.id)
})

test('a 500 is replayed under its key, and the request takes no effect', async () => {
  const begin = (key: string, amount = 30_000) =>
    post('/v1/payment_intents', key, `amount=${amount}&currency=usd`)
  bench.sandbox.faults.set('create', '500')
  const failed = await begin('failed')
  expect([failed.status, failed.headers.get('idempotent-replayed')]).toEqual([500, null])
  const again = await begin('failed')
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([500, 'true'])
  expect(await again.text()).toBe(await failed.text())
  expect((await (await begin('failed', 30_001)).json()).error.type).toBe('idempotency_error')
  expect((await begin('not failed')).status).toBe(200)
  bench.pass(25 * 60 * 60 * 1000)
  expect((await begin('failed')).status).toBe(200)
})

test('a 500 does not replace the stored response of a key', async () => {
  const { id } = await create('answered')
  bench.sandbox.faults.set('create', '500')
  expect((await create('answered')).id).toBe(id)
  expect(bench.faultsLeft('create')).toBe(0)
})

test('a 500 without a key is not stored', async () => {
  const { id } = await bench.newIntent()
  bench.sandbox.faults.set('retrieve', '500')
  await expect(bench.stripe.paymentIntents.retrieve(id)).rejects.toMatchObject({ statusCode: 500 })
  expect((await bench.stripe.paymentIntents.retrieve(id)).id).toBe(id)
})
