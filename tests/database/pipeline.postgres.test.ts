import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findDatabaseAway } from '#server/database/database-away.ts'
import { openDatabase } from '#server/database/open.ts'
import { openPipeline, type Pipeline } from '#server/database/pipeline.ts'
import { readState } from '#server/database/read-state.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { databaseUrl } from '#tests/support/database-url.ts'

let database: TestDatabase
let pipeline: Pipeline
let lost: Error[]
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  lost = []
  pipeline = openPipeline({ connectionString: database.url, application_name: 'pipeline' }, (error) =>
    lost.push(error),
  )
})
afterEach(() => pipeline.close())

const connections = async () =>
  (
    await database.pool.query(
      `select pid from pg_stat_activity where application_name = 'pipeline' and datname = current_database()`,
    )
  ).rows
const rowOf = async (answer: Promise<pg.QueryResult>) => (await answer).rows[0]

it('returns all results over one connection, in the order of the queries', async () => {
  const answered: number[] = []
  const numbers = Array.from({ length: 20 }, (_, number) => number)
  const asked = numbers.map(async (number) => {
    const row = await rowOf(
      pipeline.query({ name: 'echo', text: 'select $1::int as number', values: [number] }),
    )
    answered.push(number)
    return row.number
  })
  expect(await Promise.all(asked)).toEqual(numbers)
  expect(answered).toEqual(numbers)
  expect(await connections()).toHaveLength(1)
})

it('uses the connection with the fewest pending queries, and opens no more than it needs', async () => {
  const two = openPipeline({ connectionString: database.url, application_name: 'pipeline' }, () => {}, 2)
  const ask = async () => (await rowOf(two.query('select pg_backend_pid() as pid'))).pid
  const alone = [await ask(), await ask()]
  expect(await connections()).toHaveLength(1)
  // The second is opened when the first has more queries pending, and gets queries once it is connected.
  await expect
    .poll(async () => {
      const pids = await Promise.all(Array.from({ length: 8 }, ask))
      return [new Set(pids).size, pids.filter((pid) => pid === alone[0]).length]
    })
    .toEqual([2, 4])
  alone.push(await ask(), await ask(), await ask())
  expect(new Set(alone).size).toBe(1)
  await two.close()
  await expect.poll(connections).toEqual([])
})

it('runs all queries over the only connection that can be opened', async () => {
  const lonely = `lonely_${process.pid}`
  await database.pool.query(`create role ${lonely} login connection limit 2`)
  const url = new URL(database.url)
  if (url.username) url.username = lonely
  else url.searchParams.set('user', lonely)
  const two = openPipeline({ connectionString: url.href }, () => {}, 2)
  const numbers = Array.from({ length: 8 }, (_, number) => number)
  const ask = async (number: number) => (await rowOf(two.query('select $1::int as number', [number]))).number
  const isOf = `from pg_stat_activity where usename = '${lonely}'`
  const standing = async () => {
    await Promise.all(numbers.map(ask))
    return (await database.pool.query(`select ${isOf}`)).rowCount
  }
  await expect.poll(standing).toBe(2)
  // Both are ended, and only one of them can be opened again.
  await database.pool.query(`alter role ${lonely} connection limit 1`)
  await database.pool.query(`select pg_terminate_backend(pid, 10000) ${isOf}`)
  await expect.poll(() => ask(0).catch(() => 'none')).toBe(0)
  for (let time = 0; time < 5; time++) expect(await Promise.all(numbers.map(ask))).toEqual(numbers)
  // The first of two is ended, and cannot be opened again.
  await database.pool.query(`alter role ${lonely} connection limit 2`)
  await expect.poll(standing).toBe(2)
  const first = (await rowOf(two.query('select pg_backend_pid() as pid'))).pid
  await database.pool.query(`alter role ${lonely} connection limit 1`)
  await database.pool.query('select pg_terminate_backend($1, 10000)', [first])
  await expect.poll(() => ask(0).catch(() => 'none')).toBe(0)
  for (let time = 0; time < 5; time++) expect(await Promise.all(numbers.map(ask))).toEqual(numbers)
  await two.close()
  await expect.poll(() => database.pool.query(`drop role ${lonely}`).then(() => true)).toBe(true)
})

it('sends a query before the previous one has returned', async () => {
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  const send = vi.spyOn(pg.Query.prototype as unknown as { submit(): void }, 'submit')
  const first = pipeline.query('select pg_advisory_lock(1)')
  const second = pipeline.query('select 2 as two')
  await expect.poll(() => send.mock.calls.length).toBe(2)
  send.mockRestore()
  await holder.query('select pg_advisory_unlock(1)')
  holder.release()
  await first
  expect(await rowOf(second)).toEqual({ two: 2 })
})

it('returns the other results when one query fails', async () => {
  const [before, refused, after] = await Promise.allSettled([
    pipeline.query('select 1 as number'),
    pipeline.query('select 1 / $1::int', [0]),
    pipeline.query('select 3 as number'),
  ])
  expect(before).toMatchObject({ value: { rows: [{ number: 1 }] } })
  expect(refused).toMatchObject({ reason: { code: '22012' } })
  expect(after).toMatchObject({ value: { rows: [{ number: 3 }] } })
})

it('returns each query its own result, with named and unnamed statements', async () => {
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  const answers = numbers.map(async (number) => {
    if (number % 10 === 9) return pipeline.query('select $1::int / 0', [number]).catch(({ code }) => code)
    // The texts differ, so that an unnamed statement is parsed between others.
    const text = `select $1::int + ${number % 3} as number`
    const row = await rowOf(
      number % 2
        ? pipeline.query(text, [number])
        : pipeline.query({ name: `add_${number % 3}`, text, values: [number] }),
    )
    return row.number
  })
  const expected = numbers.map((number) => (number % 10 === 9 ? '22012' : number + (number % 3)))
  expect(await Promise.all(answers)).toEqual(expected)
})

it('opens another connection when its own was terminated, and reports the loss', async () => {
  await pipeline.query('select 1')
  const [{ pid }] = await connections()
  await database.pool.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(() => lost.length).toBe(1)
  expect(await rowOf(pipeline.query('select 2 as two'))).toEqual({ two: 2 })
  // The ended one is listed until it is gone.
  await expect.poll(async () => (await connections()).map((one) => one.pid)).not.toContain(pid)
  expect(await connections()).toHaveLength(1)
})

it('fails the pending queries of a terminated connection, but no later ones', async () => {
  await pipeline.query('select 1')
  const [{ pid }] = await connections()
  const asked = [pipeline.query('select pg_sleep(60)'), pipeline.query('select 1')]
  const failed = Promise.allSettled(asked)
  await expect
    .poll(async () => (await database.pool.query('select pg_terminate_backend($1) as ended', [pid])).rows)
    .toEqual([{ ended: true }])
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await rowOf(pipeline.query('select 2 as two'))).toEqual({ two: 2 })
})

it('connects again after a failed attempt', async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_late`
  const late = openPipeline({ connectionString: databaseUrl(database.url, name) }, () => {})
  await expect(late.query('select 1')).rejects.toMatchObject({ code: '3D000' })
  await database.pool.query(`create database ${name} strategy file_copy`)
  expect(await rowOf(late.query('select 1 as one'))).toEqual({ one: 1 })
  await late.close()
  await database.pool.query(`drop database ${name}`)
})

it('reports the database as unavailable when the server does not respond', async () => {
  const silent = createServer()
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const connectionString = `postgresql://postgres@127.0.0.1:${port}/shop`
  const away = openPipeline({ connectionString, connectionTimeoutMillis: 50 }, () => {})
  const failure = await away.query('select 1').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(findDatabaseAway(failure)).toBe(failure)
  // Nor does it block closing.
  const last = away.query('select 1').catch((error: unknown) => error)
  await away.close()
  expect(await last).toBeInstanceOf(Error)
  silent.close()
})

it('readState() uses the pipeline, which is closed with the pool beside it', async () => {
  const own = openDatabase(database.url, { pipelined: 2, onIdleError: () => {} })
  const mine = async () =>
    (
      await database.pool.query(
        `select pid from pg_stat_activity where application_name = 'clamshell' and datname = current_database()`,
      )
    ).rows
  await readState(own)
  expect(own.pool.totalCount).toBe(0)
  expect(await mine()).toHaveLength(1)
  await own.close()
  await expect.poll(mine).toEqual([])
})

it('opens no connection once it is closed', async () => {
  await pipeline.query('select 1')
  await pipeline.close()
  await expect(pipeline.query('select 1')).rejects.toThrow('This connection ended.')
  await expect.poll(connections).toEqual([])
})

it('opens no second connection once it is closed, even while a query is pending', async () => {
  const two = openPipeline({ connectionString: database.url, application_name: 'pipeline' }, () => {}, 2)
  const asked = two.query('select pg_sleep(0.2)')
  const closed = two.close()
  await expect(two.query('select 1')).rejects.toThrow('This connection ended.')
  await Promise.all([asked, closed])
  await expect.poll(connections).toEqual([])
})
