import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Bench, openBench } from './open-sandbox.ts'

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

describe('several sandboxes over one database', () => {
  test('the next one delivers what the last one left undelivered', async () => {
    const first = bench
    first.shop.answer = () => new Response(null, { status: 503 })
    const { id } = await first.newIntent({ confirm: true, payment_method: 'pm_card_sandbox_processing' })
    await first.sandbox.settled()
    await first.sandbox.stop()
    const second = await openBench(shared())
    expect((await second.stripe.paymentIntents.retrieve(id)).status).toBe('processing')
    second.pass(10_000)
    await second.sandbox.settled()
    expect(second.told(id)).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    await second.close()
  })

  test('an event claimed by a dead one is sent by another one when the claim expires', async () => {
    const first = bench
    const asked = new Promise<void>((resolve) => {
      first.shop.answer = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    const { id } = await first.newIntent()
    await asked
    const second = await openBench(shared())
    await second.sandbox.settled()
    expect(second.told(id)).toEqual([])
    second.pass(31_000)
    await second.sandbox.settled()
    expect(second.told(id)).toEqual(['payment_intent.created'])
    await second.close()
  })

  test('each event is sent by one of them', async () => {
    const [first, second] = [bench, await openBench(shared())]
    await Promise.all(Array.from({ length: 10 }, () => first.newIntent()))
    await Promise.all([first.sandbox.settled(), second.sandbox.settled()])
    const ids = [...first.received, ...second.received].map(({ event }) => event.id)
    expect(ids).toHaveLength(10)
    expect(new Set(ids).size).toBe(10)
    await second.close()
  })
})

test('a stopped sandbox sends nothing, and everything once it is started again', async () => {
  await bench.sandbox.stop()
  const { id } = await bench.newIntent()
  await bench.sandbox.settled()
  expect(bench.told(id)).toEqual([])
  await bench.sandbox.start()
  await bench.sandbox.settled()
  expect(bench.told(id)).toEqual(['payment_intent.created'])
})
