import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Bench, KEYS, openBench } from './open-sandbox.ts'

let database: TestDatabase
let bench: Bench
/** The one database, which outlives the sandboxes over it. */
const shared = () => ({ ...database, close: async () => {} })
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('drop schema if exists sandbox_stripe cascade')
  bench = await openBench(shared())
})
afterEach(() => bench.close())

const fail = (status = 500) => {
  bench.shop.answer = () => new Response(null, { status })
}
const succeed = () => {
  bench.shop.answer = () => new Response('ok')
}

describe('a delivery', () => {
  test('contains the object at the time of its event, and a signature that the SDK verifies', async () => {
    const intent = await bench.newIntent({ metadata: { order_id: 'order 1' } })
    await bench.pay(intent, '4242424242424242')
    await bench.sandbox.settled()
    const { event, body, signature } = bench.received.at(-1)!
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: intent.id, status: 'succeeded', metadata: { order_id: 'order 1' } } },
    })
    expect(bench.received[0]!.event.data.object).toMatchObject({ status: 'requires_payment_method' })
    const now = bench.clock().getTime()
    const prove = (text: string, secret: string) =>
      Stripe.webhooks.constructEvent(text, signature, secret, 300, undefined, now)
    expect(prove(body, KEYS.webhookSecret).id).toBe(event.id)
    expect(() => prove(body.replace('44950', '44951'), KEYS.webhookSecret)).toThrow(/No signatures found/)
    expect(() => prove(body, 'whsec_of_somebody_else')).toThrow(/No signatures found/)
  })

  test('can be listed afterwards', async () => {
    const { id } = await bench.newIntent({ confirm: true, payment_method: 'pm_card_visa' })
    const { data } = await bench.stripe.events.list({ type: 'payment_intent.succeeded' })
    expect(data.map(({ data }) => (data.object as { id: string }).id)).toEqual([id])
    expect((await bench.stripe.events.list()).data.map(({ type }) => type)).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ])
  })

  test('is not made for a transaction that was rolled back', async () => {
    await expect(bench.newIntent({ confirm: true, payment_method: 'pm_unknown' })).rejects.toMatchObject({
      statusCode: 404,
    })
    await bench.sandbox.settled()
    expect(bench.received).toEqual([])
    expect((await bench.stripe.paymentIntents.list()).data).toEqual([])
  })
})

describe('an event that the shop does not acknowledge', () => {
  test.each([400, 404, 500, 503, 302])(
    'because of a %i is sent again, after growing pauses, until it is acknowledged',
    async (status) => {
      fail(status)
      const { id } = await bench.newIntent()
      const arrivals: number[] = []
      const start = bench.clock().getTime()
      for (let elapsed = 0; elapsed < 20_000; elapsed += 250) {
        const before = bench.received.length
        await bench.sandbox.settled()
        if (bench.received.length > before) arrivals.push(bench.clock().getTime() - start)
        bench.pass(250)
      }
      expect(arrivals).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500])
      succeed()
      bench.pass(60_000)
      await bench.sandbox.settled()
      bench.pass(600_000)
      await bench.sandbox.settled()
      expect(bench.told(id)).toHaveLength(arrivals.length + 1)
      expect(new Set(bench.received.map(({ event }) => event.id)).size).toBe(1)
    },
  )

  test('because of an exception is sent again', async () => {
    bench.shop.answer = () => {
      throw new Error('the shop has a fault')
    }
    const { id } = await bench.newIntent()
    await bench.sandbox.settled()
    succeed()
    bench.pass(1_000)
    await bench.sandbox.settled()
    expect(bench.told(id)).toHaveLength(2)
  })

  test('does not hold up other events', async () => {
    const { id: stuck } = await bench.newIntent()
    await bench.sandbox.settled()
    bench.shop.answer = ({ event }) =>
      new Response(null, { status: event.type === 'charge.succeeded' ? 500 : 200 })
    await bench.stripe.paymentIntents.confirm(stuck, { payment_method: 'pm_card_visa' })
    await bench.sandbox.settled()
    expect(bench.told(stuck)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  test('is signed with the time of each attempt', async () => {
    fail()
    await bench.newIntent()
    await bench.sandbox.settled()
    bench.pass(400_000)
    succeed()
    await bench.sandbox.settled()
    const times = bench.received.map(({ signature }) => Number(/^t=(\d+),/.exec(signature)![1]))
    expect(times[1]! - times[0]!).toBe(400)
  })

  test('is given up after three days', async () => {
    fail()
    await bench.newIntent()
    await bench.sandbox.settled()
    bench.pass(3 * 24 * 60 * 60 * 1000 + 60_000)
    await bench.sandbox.settled()
    expect(bench.received).toHaveLength(1)
  })

  test('is awaited without an open transaction', async () => {
    let asked: Stripe.PaymentIntent | undefined
    bench.shop.answer = async ({ event }) => {
      asked = await bench.stripe.paymentIntents.retrieve((event.data.object as { id: string }).id)
      await bench.stripe.paymentIntents.update(asked.id, { metadata: { seen: 'yes' } })
      return new Response('ok')
    }
    const { id } = await bench.newIntent()
    await bench.sandbox.settled()
    expect(asked?.id).toBe(id)
    expect((await bench.stripe.paymentIntents.retrieve(id)).metadata).toEqual({ seen: 'yes' })
  })
})

describe('delivery faults', () => {
  const told = async (after = 0) => {
    await bench.sandbox.settled()
    bench.pass(after)
    await bench.sandbox.settled()
  }

  test.each(['refused', 'timeout-before', '429', '500'] as const)(
    '%s: the event arrives at a later attempt',
    async (kind) => {
      bench.sandbox.faults.set('deliver', kind, 2)
      const { id } = await bench.newIntent()
      await told(400)
      expect(bench.told(id)).toEqual([])
      await told(500)
      await told(5_000)
      expect(bench.told(id)).toEqual(['payment_intent.created'])
      expect(bench.faultsLeft('deliver')).toBe(0)
    },
  )

  test.each(['timeout-after', 'reset'] as const)(
    '%s: the event arrives twice, as the response was lost',
    async (kind) => {
      bench.sandbox.faults.set('deliver', kind)
      const { id } = await bench.newIntent()
      await told(1_000)
      expect(bench.told(id)).toEqual(['payment_intent.created', 'payment_intent.created'])
    },
  )

  test('duplicate: the event arrives twice', async () => {
    bench.sandbox.faults.set('deliver', 'duplicate')
    const { id } = await bench.newIntent()
    await told(60_000)
    expect(bench.told(id)).toEqual(['payment_intent.created', 'payment_intent.created'])
    expect(new Set(bench.received.map(({ event }) => event.id)).size).toBe(1)
  })

  test('out-of-order: the later event arrives first', async () => {
    bench.sandbox.faults.set('deliver', 'out-of-order')
    const intent = await bench.newIntent()
    await told()
    expect(bench.told(intent.id)).toEqual([])
    await bench.pay(intent, '4242424242424242')
    await told()
    expect(bench.told(intent.id)).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
  })

  test('dropped: the event never arrives', async () => {
    bench.sandbox.faults.set('deliver', 'dropped')
    const { id } = await bench.newIntent()
    await told(600_000)
    expect(bench.told(id)).toEqual([])
    expect((await bench.stripe.events.list()).data).toHaveLength(1)
  })

  test('delayed: the event arrives when the delay has passed', async () => {
    bench.sandbox.faults.set('deliver', 'delayed', 1, 90_000)
    const { id } = await bench.newIntent()
    await told(89_000)
    expect(bench.told(id)).toEqual([])
    await told(2_000)
    expect(bench.told(id)).toEqual(['payment_intent.created'])
  })

  test('wrong-amount: the event has another amount', async () => {
    bench.sandbox.faults.set('deliver', 'wrong-amount')
    await bench.newIntent()
    await told()
    expect(bench.received[0]!.event.data.object).toMatchObject({ amount: 45_050 })
  })

  test('clearing the faults releases the events that they held back', async () => {
    bench.sandbox.faults.set('deliver', 'out-of-order', 5)
    const { id } = await bench.newIntent()
    await told()
    expect(bench.told(id)).toEqual([])
    bench.sandbox.faults.clear()
    await told()
    expect(bench.told(id)).toEqual(['payment_intent.created'])
  })
})
