import { getHeapSpaceStatistics } from 'node:v8'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Client, type ClientConfig } from '#server/database/client.ts'
import { openDatabase } from '#server/database/open.ts'
import { withTransaction } from '#server/database/with-transaction.ts'
import { collectGarbage } from '#tests/support/collect-garbage.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const SOON_MS = 100
/** Long after the sleeping query has returned. */
const LATE_MS = 600_000
const SLEEP = 'select pg_sleep(60)'

let database: TestDatabase
const opened: Client[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
afterEach(() => Promise.all(opened.splice(0).map((client) => client.end())))

async function connect(config: ClientConfig = {}): Promise<Client> {
  const client = new Client({ connectionString: database.url, ...config })
  client.on('error', () => {})
  await client.connect()
  opened.push(client)
  return client
}

it('returns results by promise and by callback, with and without values', async () => {
  const client = await connect()
  const heard = (...asked: [string, unknown[]?]) =>
    new Promise((done) => {
      client.query(...(asked as [string, unknown[]]), (error: Error | null, result: pg.QueryResult) =>
        done(error ?? result.rows),
      )
    })
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await client.query('select $1::int as two', [2])).rows).toEqual([{ two: 2 }])
  expect((await client.query({ text: 'select $1::int as three', values: [3] })).rows).toEqual([{ three: 3 }])
  expect(await heard('select 4 as four')).toEqual([{ four: 4 }])
  expect(await heard('select $1::int as five', [5])).toEqual([{ five: 5 }])
  expect(await heard('select 1 / $1::int', [0])).toMatchObject({ code: '22012' })
})

it('reports a database error with the stack of its caller', async () => {
  const client = await connect()
  const refused = await client.query('select 1 / 0').catch((error: Error) => error)
  expect(refused).toMatchObject({ code: '22012', stack: expect.stringContaining('client.postgres.test.ts') })
})

it('fails a query that exceeds the timeout, once', async () => {
  const client = await connect({ queryTimeoutMs: SOON_MS })
  await expect(client.query(SLEEP)).rejects.toThrow('Query read timeout')
  const heard: unknown[] = []
  const other = await connect({ queryTimeoutMs: SOON_MS })
  await new Promise<void>((done) => {
    other.query(SLEEP, (error: Error) => done(void heard.push(error)))
  })
  await other.end()
  expect(heard).toHaveLength(1)
})

it('prefers the timeout of a query to its own', async () => {
  const patient = await connect({ queryTimeoutMs: LATE_MS })
  await expect(patient.query({ text: SLEEP, query_timeout: SOON_MS } as never)).rejects.toThrow(/timeout/)
  const hasty = await connect({ queryTimeoutMs: SOON_MS })
  const slow = { text: 'select pg_sleep(0.3)', query_timeout: LATE_MS }
  expect((await hasty.query(slow as never)).rowCount).toBe(1)
})

it('closes a pipeline whose query times out, and fails the queries behind it', async () => {
  const client = await connect({ queryTimeoutMs: SOON_MS, pipeline: true })
  const ended = new Promise<void>((done) => client.once('end', done))
  const patient = { text: 'select 1', query_timeout: LATE_MS }
  const asked = [client.query(SLEEP), client.query(patient as never)]
  const failed = await Promise.allSettled(asked)
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await ended
})

it('a connection that times out in a transaction is discarded by its pool', async () => {
  const own = openDatabase(database.url, { timeoutMs: 2_000, onIdleError: () => {} })
  const silent = withTransaction(own.pool, async (_db, client) => {
    // Otherwise the server would end it.
    await client.query('set statement_timeout = 0')
    await client.query(SLEEP)
  })
  await expect(silent).rejects.toThrow('Query read timeout')
  expect(own.pool.totalCount).toBe(0)
  await own.close()
})

it('a connection that cannot roll back is discarded; any other is reused without leftovers', async () => {
  const own = openDatabase(database.url, { max: 1, onIdleError: () => {} })
  const listeners: number[] = []
  for (const _ of [1, 2]) await withTransaction(own.pool, async () => {})
  const fails = withTransaction(own.pool, async (_db, client) => {
    listeners.push(client.listenerCount('error'))
    client.query = () => Promise.reject(new Error('no answer')) as never
    throw new Error('no')
  })
  await expect(fails).rejects.toThrow('no')
  expect(own.pool.totalCount).toBe(0)
  await withTransaction(own.pool, async (_db, client) => {
    listeners.push(client.listenerCount('error'))
  })
  expect(listeners[0]).toBe(listeners[1])
  await own.close()
})

it('frees results by minor garbage collections alone', async () => {
  const old = () =>
    getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')!.space_used_size
  const client = await connect()
  async function ask(times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      await client.query(`select repeat('x', 1000) as text from generate_series(1, 100)`)
      // What survives two collections is old.
      if (n % 10 === 0) for (const _ of [1, 2]) collectGarbage({ type: 'minor' })
    }
  }
  await ask(20)
  collectGarbage({ type: 'major' })
  const before = old()
  await ask(100)
  expect((old() - before) / 1e6).toBeLessThan(3)
})
