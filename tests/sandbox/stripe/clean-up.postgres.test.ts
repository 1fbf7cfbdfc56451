import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { type Bench, openBench } from './open-sandbox.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
  await bench.sandbox.stop()
})
afterAll(() => bench.close())

const query = async (text: string) => (await bench.database.pool.query(text)).rows

test('keys are deleted after a day', async () => {
  const make = (idempotencyKey: string) =>
    bench.stripe.paymentIntents.create({ amount: 100, currency: 'usd' }, { idempotencyKey })
  await make('old')
  bench.pass(HOUR)
  await make('young')
  bench.pass(DAY - HOUR)
  await bench.sandbox.cleanUp()
  expect(await query('select key from sandbox_stripe.idempotency_keys')).toEqual([{ key: 'young' }])
})

test('undelivered events are given up after three days, and listed for thirty', async () => {
  await query('delete from sandbox_stripe.events')
  const left = () => query('select done_at is null as due from sandbox_stripe.events order by position')
  await bench.newIntent()
  bench.pass(2 * DAY)
  await bench.newIntent()
  bench.pass(DAY)
  await bench.sandbox.cleanUp()
  expect(await left()).toEqual([{ due: false }, { due: true }])
  expect((await bench.stripe.events.list()).data).toHaveLength(2)
  bench.pass(27 * DAY)
  await bench.sandbox.cleanUp()
  expect(await left()).toHaveLength(2)
  bench.pass(1_000)
  await bench.sandbox.cleanUp()
  expect(await left()).toEqual([{ due: false }])
})

test('events are listed by an index on their time, even in a database of an older version', async () => {
  await query('drop index sandbox_stripe.events_by_created')
  await query(`delete from migrations where name = '0015-events-of-the-sandbox.sql'`)
  await migrate(bench.database.pool)
  await query(`insert into sandbox_stripe.events (id, created, type, body, next_attempt_at, done_at)
    select 'evt_' || n, n, 'payment_intent.succeeded', '{}', now(), now() from generate_series(1, 20000) n`)
  await query('analyze sandbox_stripe.events')
  const plan = await query(`explain select body from sandbox_stripe.events
    where type = any('{payment_intent.succeeded}') and created >= 19900 order by position desc limit 101`)
  expect(JSON.stringify(plan)).toContain('events_by_created')
})
