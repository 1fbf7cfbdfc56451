import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { freePort } from '#server/process/free-port.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { startShop } from '#tests/support/shop.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

/** A shop that is measured, and what it says of itself: each series by its name and labels. */
async function startMeasured(env: Record<string, string> = {}) {
  const METRICS_PORT = String(await freePort())
  const shop = await startShop({ env: { DATABASE_URL: database.url, METRICS_PORT, ...env } })
  onTestFinished(() => shop.stop())
  const at = `http://127.0.0.1:${METRICS_PORT}`
  async function read(): Promise<Map<string, number>> {
    const lines = (await (await fetch(`${at}/metrics`)).text()).split('\n')
    return new Map(
      lines
        .filter((line) => /^\w/.test(line))
        .map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.split(' ').at(-1))]),
    )
  }
  return { shop, at, read }
}

const counted = (method: string, route: string, status: number) =>
  `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`

it('requests are counted by method, route and status, and never by what somebody typed', async () => {
  const { shop, at, read } = await startMeasured()
  const before = await read()
  const asked = [
    '/brand/hp',
    '/brand/ada@example.com',
    '/api/products?limit=1',
    '/api/users/admin/ada@example.com',
    '/api/made-up-1',
    '/metrics',
  ]
  for (const path of asked) for (let n = 0; n < 2; n++) await (await fetch(shop.url + path)).arrayBuffer()
  await expect.poll(async () => (await read()).get(counted('GET', '/api', 404))).toBe(2)
  const metrics = await read()
  const counts = (...what: Parameters<typeof counted>) =>
    (metrics.get(counted(...what)) ?? 0) - (before.get(counted(...what)) ?? 0)
  expect(counts('GET', 'page', 200)).toBe(2)
  // The brand that does not exist, and /metrics at the shop's own port.
  expect(counts('GET', 'page', 404)).toBe(4)
  expect(counts('GET', '/api/products', 200)).toBe(2)
  expect(counts('GET', '/api/users', 401)).toBe(2)
  const text = await (await fetch(`${at}/metrics`)).text()
  expect(text).not.toMatch(/ada|made-up/)
  expect((await fetch(`${at}/`)).status).toBe(404)
})

it('connections of the pool and jobs that are due are measured as they are', async () => {
  const { read } = await startMeasured()
  // Of a queue that this shop does not work on.
  await database.pool.query(
    `insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
       deletion_seconds, partition, table_name)
     select 'other', policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
       deletion_seconds, partition, table_name from jobs.queue where name = 'mail'`,
  )
  await database.pool.query(
    `insert into jobs.job (name, start_after) values ('other', now()), ('other', now()), ('other', now() + interval '1 hour')`,
  )
  const metrics = await read()
  const queues = [...metrics].filter(([series]) => series.startsWith('jobs_due'))
  expect(Object.fromEntries(queues)).toEqual({
    'jobs_due{queue="other"}': 2,
    'jobs_due{queue="mail"}': 0,
    'jobs_due{queue="password-reset"}': 0,
    'jobs_due{queue="reconcile-payments"}': expect.any(Number),
    'jobs_due{queue="clean-up"}': expect.any(Number),
  })
  const connections = (state: string) => metrics.get(`database_connections{state="${state}"}`) ?? Number.NaN
  expect(connections('idle') + connections('busy')).toBeGreaterThan(0)
  expect(connections('awaited')).toBe(0)
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
})

it('lines of the log from warn on are counted, from nought', async () => {
  const { shop, read } = await startMeasured()
  const before = await read()
  expect(before.get('log_lines_total{level="error"}')).toBe(0)
  const event = await fetch(`${shop.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'Stripe-Signature': 't=1,v1=00' },
    body: '{}',
  })
  expect(event.status).toBe(400)
  const after = await read()
  const warned = (metrics: typeof after) => metrics.get('log_lines_total{level="warn"}') ?? Number.NaN
  expect(warned(after) - warned(before)).toBe(1)
  expect(after.get('log_lines_total{level="error"}')).toBe(0)
})

it('several workers are counted together', async () => {
  const { shop, read } = await startMeasured({ WORKERS: '2' })
  await expect.poll(() => shop.log().match(/"worker-open"/g), { timeout: 60_000 }).toHaveLength(2)
  // Each connection goes to a worker that is idle.
  const asked = Array.from({ length: 20 }, () =>
    fetch(`${shop.url}/api/brands`, { headers: { connection: 'close' } }).then((answer) =>
      answer.arrayBuffer(),
    ),
  )
  await Promise.all(asked)
  await expect.poll(async () => (await read()).get(counted('GET', '/api/brands', 200))).toBe(20)
  expect((await read()).get('jobs_due{queue="mail"}')).toBe(0)
})

it.each(['1', '2'])(
  'a start fails in one line when the port of the metrics is in use, with %s workers',
  async (WORKERS) => {
    const taken = createServer()
    await once(taken.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void taken.close())
    const METRICS_PORT = String((taken.address() as AddressInfo).port)
    const started = startShop({ env: { DATABASE_URL: database.url, METRICS_PORT, WORKERS } })
    await expect(started).rejects.toThrow(
      `Clamshell cannot start: METRICS_PORT ${METRICS_PORT} cannot be opened (EADDRINUSE).`,
    )
  },
)
