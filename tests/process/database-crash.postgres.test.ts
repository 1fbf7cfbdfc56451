import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { inRounds } from '#tests/support/rounds.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { everyCall, PAGES } from './every-call.ts'
import { farDoor } from './far-door.ts'
import { expectWhole } from './half-steps.ts'
import { expectKept, newJournal } from './journal.ts'

/** How soon the shop must serve again once its database does. */
const BACK_MS = process.env.DEEP ? 5_000 : 15_000
const DATA_DIR = temporaryFolder(afterAll)
const journal = newJournal()
let server: PostgresServer
let pool: pg.Pool
let shop: Shop
let door: ReturnType<typeof farDoor>
let seller: Person
let buyers: Person[]

beforeAll(async () => {
  server = await startPostgres({ durable: true })
  pool = new pg.Pool({ connectionString: server.url })
  // This pool's connections are lost with the server, too.
  pool.on('error', () => {})
  shop = await startShop({ env: { DATABASE_URL: server.url, DATA_DIR, DEMO: '0', LOG_LEVEL: 'error' } })
  door = farDoor(() => shop.url, pool)
  seller = await signUp(door, 'seller')
  buyers = await Promise.all([1, 2, 3].map(() => signUp(door, 'buyer')))
})
afterAll(async () => {
  await shop?.stop()
  await pool?.end()
  await server?.stop()
})

/** Orders one laptop after the other until the signal; returns the statuses that occurred. */
async function keepOrdering(buyer: Person, laptops: string[], signal: AbortSignal): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let n = 0; !signal.aborted; n++) {
    const productId = laptops[n % laptops.length]
    const body = { ...BOOKING, productId }
    const { status, body: answer } = await door.call('POST', '/api/booking', { token: buyer.token, body })
    statuses.add(status)
    if (status === 201) journal.orders.push(answer.insertedId)
    await new Promise((done) => setImmediate(done))
  }
  return statuses
}

const CRASHES = ['SIGKILL', 'SIGQUIT'] as const

/** During other writes the database crashes; the shop reports it on every way in, and serves again soon after. */
async function crashAndRestart(n: number): Promise<void> {
  const before = journal.orders.length
  await expect
    .poll(() => journal.orders.length, { interval: 1, timeout: 30_000 })
    .toBeGreaterThan(before + (n % 20))

  await server.crash(CRASHES[n % 2] ?? 'SIGKILL')
  expect((await door.call('GET', '/healthz')).status).toBe(200)
  for (const { method, path, ...sent } of everyCall(buyers[0] as Person)) {
    const { status, headers, body } = await door.call(method, path, sent)
    expect({ path, status, type: headers.get('content-type'), code: body.code }).toEqual({
      path,
      status: 503,
      type: 'application/problem+json',
      code: expect.stringMatching(/^(database|card-provider)-unavailable$/),
    })
    expect(Number(headers.get('retry-after')), path).toBeGreaterThan(0)
  }
  for (const path of PAGES) {
    const { status, body } = await door.call('GET', path)
    expect([200, 302, 503], path).toContain(status)
    expect(body, path).not.toMatch(/node_modules|\.ts:\d+:\d+|ECONN|postgres/)
  }

  await server.restart()
  const began = performance.now()
  await expect.poll(async () => (await door.call('GET', '/readyz')).status, { timeout: 30_000 }).toBe(200)
  expect(performance.now() - began).toBeLessThan(BACK_MS)
  const since = journal.orders.length
  const fresh = await putOnSale(door, seller)
  const again = await door.call('POST', '/api/wishlist', {
    token: (buyers[1] as Person).token,
    body: { productId: fresh },
  })
  expect(again.status).toBe(201)
  expect(journal.orders.length).toBeGreaterThanOrEqual(since)
}

inRounds(
  'database-crashes',
  'a crash of the database under writes leads to 503s until it is back, and loses no acknowledged row',
  { quick: 2, deep: 100 },
  async (n) => {
    await door.sql('delete from rate_limits')
    const laptops = await Promise.all(Array.from({ length: 40 }, () => putOnSale(door, seller)))
    const end = new AbortController()
    const writers = Promise.all(buyers.map((buyer) => keepOrdering(buyer, laptops, end.signal)))
    try {
      await crashAndRestart(n)
    } finally {
      // Writers that go on would disturb the later rounds.
      end.abort()
      await writers.catch(() => {})
    }
    for (const statuses of await writers)
      expect([...statuses].filter((s) => ![200, 201, 503].includes(s))).toEqual([])
    await expectKept(door, journal)
    await expectWhole(door, DATA_DIR)
  },
)

it('queued mail is sent after the database was away', async () => {
  const waiting = () => door.sql(`select id from jobs.job where name = 'mail' and state <> 'completed'`)
  await door.sql(`update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
  await expect
    .poll(
      async () => {
        await door.sql(`update jobs.job set start_after = now() where state = 'retry'`)
        return (await waiting()).length
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(0)
})
