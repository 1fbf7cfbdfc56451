import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApi } from '#server/api.ts'
import { newId } from '#server/database/ids.ts'
import { migrate } from '#server/database/migrate.ts'
import { type Database, openDatabase } from '#server/database/open.ts'
import { openReplica, type Replica } from '#server/database/open-replica.ts'
import { preferReplica } from '#server/http/prefer-replica.ts'
import { createLog } from '#server/log.ts'
import { type Standby, startStandby } from '#tests/growth/start-standby.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { type OneAddress, openOneAddress } from './one-address.ts'

/* Two real standbys behind one address, which passes each connection to the next of them, as HAProxy does. */
const log = createLog('silent')
const clock = () => new Date()
const quiet = { onIdleError: () => {} }
const PATIENCE = { timeout: 20_000 }
/** A moment longer than data may be old: how far standbys lag can only be seen in real time. */
const TOO_OLD_MS = 1_010

let server: PostgresServer
let primary: Database
let standbys: Standby[] = []
let controls: Database[] = []
let address: OneAddress
let replica: Replica
let call: ReturnType<typeof preferReplica>
let sellerId: string
/** How many requests the primary has served. */
let asked = 0

beforeAll(async () => {
  server = await startPostgres()
  primary = openDatabase(server.url, quiet)
  await migrate(primary.pool)
  sellerId = newId(clock())
  await primary.pool.query(
    `insert into users (id, name, email, user_type) values ($1, 'Ada', 'ada@example.com', 'seller')`,
    [sellerId],
  )
  standbys = [await startStandby(server), await startStandby(server)]
  controls = standbys.map(({ url }) => openDatabase(url, quiet))
  address = await openOneAddress(standbys.map(({ url }) => url))
  replica = openReplica(address.url, server.url, { log })
  const api = (database: Database) =>
    createApi({
      ...database,
      clock,
      log,
      origins: [],
      tokens: { verify: async () => undefined },
    } as never)
  const { app } = api(primary)
  const { findRead } = api(replica)
  const onPrimary = async (request: Request, from: string | undefined) => {
    asked += 1
    return app.fetch(request, { address: from })
  }
  call = preferReplica(onPrimary, (target) => findRead(target)?.read(), { ...replica, log })
})
afterAll(async () => {
  await Promise.all([replica, ...controls, primary].map((each) => each?.close()))
  await address?.close()
  await Promise.all(standbys.map((standby) => standby.crash()))
  await server?.stop()
  for (const standby of standbys) standby.remove()
})
beforeEach(async () => {
  await on('resume', 0, 1)
  await expect.poll(() => whereRead(), PATIENCE).toBe('standby')
})

const sell = () =>
  putOnSale(
    {
      sql: (text, values) => primary.pool.query(text, values).then(({ rows }) => rows),
      deps: { clock } as never,
    },
    { id: sellerId },
  )

/** Lets standbys replay the primary's log, or not. */
const on = (what: 'pause' | 'resume', ...which: number[]) =>
  Promise.all(which.map((n) => controls[n]?.pool.query(`select pg_wal_replay_${what}()`)))

/** How many laptops a visitor sees. */
async function count(): Promise<number> {
  const answer = (await call(new Request('http://localhost/api/products'), '127.0.0.1')) as Response
  expect(answer.status).toBe(200)
  return Number(new Headers(answer.headers).get('x-total-count'))
}

async function whereRead(path = '/api/products'): Promise<'standby' | 'primary'> {
  const before = asked
  await call(new Request(`http://localhost${path}`), '127.0.0.1')
  return asked === before ? 'standby' : 'primary'
}

it('reads everything over the one connection whose lag it checks', async () => {
  const limits = [1, 2, 3, 4, 5, 6, 7].map((limit) => `/api/products?limit=${limit}`)
  const paths = ['brands', 'brand/hp', 'adsproduct', 'product?brand=hp', 'blogs', 'blogs3']
  const all = [...limits, ...paths.map((path) => `/api/${path}`)]
  const onPrimary = async () => {
    const before = asked
    await Promise.all(all.map((path) => whereRead(path)))
    return asked - before
  }
  await expect.poll(onPrimary, PATIENCE).toBe(0)
  expect(address.connections()).toBe(1)
})

it.each([0, 1])(
  'shows no data older than a second when standby %i of two stops replaying',
  async (stopped) => {
    await on('pause', stopped)
    await sell()
    const [{ n }] = (await primary.pool.query('select count(*)::int as n from products')).rows
    await pause(TOO_OLD_MS)
    expect(await count()).toBe(n)
  },
)

it('reads nothing over a new connection before its standby is known to be current', async () => {
  const serving = address.last()
  const other = 1 - serving
  await on('pause', other)
  await sell()
  const [{ n }] = (await primary.pool.query('select count(*)::int as n from products')).rows
  await expect.poll(count, PATIENCE).toBe(n)
  await expect.poll(() => whereRead(), PATIENCE).toBe('standby')
  address.cut()
  const cut = performance.now()
  while (performance.now() - cut < 1_500) expect(await count()).toBe(n)
  expect(address.last()).toBe(other)
  // Nor does a reader that had found the last one current.
  await expect(replica.db.execute('select 1')).rejects.toMatchObject({
    cause: { message: 'The replica is not near.' },
  })
})
