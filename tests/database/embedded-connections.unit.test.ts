import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { embeddedForTest, poolForTest } from './embedded-for-test.ts'

const embedded = await embeddedForTest(temporaryFolder(afterAll), { finished: afterAll })
const pool = poolForTest(embedded, afterAll)

test('each of ten connections gets its own rows while others run transactions', async () => {
  const wrong: unknown[] = []
  const long = 'x'.repeat(300_000)
  const ask = async (n: number) => {
    const [sql, values] =
      n % 3 === 0
        ? ['select $1::int as n, length($2::text) as l', [n, long]]
        : n % 3 === 1
          ? ['select $1::int as n', [n]]
          : ['select $1::int as n, $2::text as t', [n, `text ${n}`]]
    const { rows } = await pool.query(sql as string, values as unknown[])
    if (rows.length !== 1 || rows[0].n !== n) wrong.push({ n, rows })
  }
  const transact = async (n: number) => {
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query('select $1::int as n', [n])
    await client.query('commit')
    client.release()
    if (rows[0].n !== n) wrong.push({ n, rows })
  }
  await Promise.all(Array.from({ length: 300 }, (_, n) => (n % 5 === 0 ? transact(n) : ask(n))))
  expect(wrong).toEqual([])
})

test('forty transactions that read, then write, lose no increment', async () => {
  await pool.query('create table counter as select 0 as n')
  const increment = async () => {
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query<{ n: number }>('select n from counter')
    await client.query('update counter set n = $1', [rows[0]!.n + 1])
    await client.query('commit')
    client.release()
  }
  await Promise.all(Array.from({ length: 40 }, increment))
  expect((await pool.query('select n from counter')).rows).toEqual([{ n: 40 }])
})

test('a failed query returns its error to its own connection only', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => pool.query('select 6 / ($1::int % 3) as n', [n])),
  )
  for (const [n, outcome] of outcomes.entries()) {
    if (n % 3 === 0) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(outcome).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 6 / (n % 3) }] } })
  }
})

test('a connection cut in its transaction is rolled back and does not hold up the others', async () => {
  await pool.query('create table interrupted (n int)')
  for (const statement of ['insert into interrupted values (1)', 'select 1 / 0']) {
    const client = await pool.connect()
    client.on('error', () => {})
    await client.query('begin')
    await client.query('insert into interrupted values (0)')
    await client.query(statement).catch(() => {})
    const waiting = pool.query('select count(*)::int as n from interrupted')
    client.release(new Error('cut'))
    expect((await waiting).rows).toEqual([{ n: 0 }])
  }
})

test('connections cut at any moment leave no rows, and do not block the database', async () => {
  await pool.query('create table cut (n int)')
  const cut = async (n: number) => {
    const client = await pool.connect()
    client.on('error', () => {})
    await client.query('begin')
    for (let written = 0; written < n % 3; written++) await client.query('insert into cut values ($1)', [n])
    const unanswered = client.query('insert into cut values ($1)', [n]).catch(() => {})
    client.release(new Error('cut'))
    await unanswered
  }
  const clients = Array.from({ length: 80 }, (_, n) => cut(n))
  const others = Array.from({ length: 80 }, (_, n) => pool.query('select $1::int as n', [n]))
  expect((await Promise.all(others)).map(({ rows }) => rows[0].n)).toEqual([...others.keys()])
  await Promise.all(clients)
  expect((await pool.query('select count(*)::int as n from cut')).rows).toEqual([{ n: 0 }])
})
