import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createApi } from '#server/api.ts'
import { newId } from '#server/database/ids.ts'
import { migrate } from '#server/database/migrate.ts'
import { type Database, openDatabase } from '#server/database/open.ts'
import { openReplica, type Replica } from '#server/database/open-replica.ts'
import { requireDatabase } from '#server/database/wait-for-database.ts'
import { preferReplica } from '#server/http/prefer-replica.ts'
import { createLog } from '#server/log.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { type Standby, startStandby } from './start-standby.ts'

/* A real standby that streams from a real primary. */
const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const clock = () => new Date()
const quiet = { onIdleError: () => {} }

let server: PostgresServer
let standby: Standby
let primary: Database
let control: Database
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
  standby = await startStandby(server)
  control = openDatabase(standby.url, quiet)
  replica = openReplica(standby.url, server.url, { log })
  const api = (database: Database) => {
    return createApi({
      ...database,
      clock,
      log,
      origins: [],
      tokens: { verify: async () => undefined },
    } as never)
  }
  const { app } = api(primary)
  const onPrimary = async (request: Request, address: string | undefined) => app.fetch(request, { address })
  const { findRead } = api(replica)
  const counted: typeof onPrimary = (...request) => {
    asked += 1
    return onPrimary(...request)
  }
  call = preferReplica(counted, (address) => findRead(address)?.read(), { ...replica, log })
})
afterAll(async () => {
  await Promise.all([replica, control, primary].map((each) => each?.close()))
  await standby?.crash()
  await server?.stop()
  standby?.remove()
})

const sell = () =>
  putOnSale(
    {
      sql: (text, values) => primary.pool.query(text, values).then(({ rows }) => rows),
      deps: { clock } as never,
    },
    { id: sellerId },
  )

/** How many laptops are listed, for a visitor or for a signed-in person. */
async function count(headers: Record<string, string> = {}): Promise<number> {
  const request = new Request('http://localhost/api/products', { headers })
  const answer = (await call(request, '127.0.0.1')) as Response
  expect(answer.status, lines.slice(-3).join('')).toBe(200)
  return Number(new Headers(answer.headers).get('x-total-count'))
}

async function whereRead(headers?: Record<string, string>): Promise<'standby' | 'primary'> {
  const before = asked
  await count(headers)
  return asked === before ? 'standby' : 'primary'
}

const SIGNED_IN = { authorization: 'Bearer some.token' }
const PATIENCE = { timeout: 20_000 }
/** A moment longer than data may be old: how far standbys lag can only be seen in real time. */
const TOO_OLD_MS = 1_010

it('serves visitors from the standby, and signed-in users from the primary', async () => {
  await sell()
  await expect.poll(() => whereRead(), PATIENCE).toBe('standby')
  expect(await whereRead(SIGNED_IN)).toBe('primary')
  const put = new Request('http://localhost/api/products', { method: 'PUT' })
  expect((await call(put, '127.0.0.1')).status).toBe(405)
})

const change = (address: string, how: (url: URL) => void) => {
  const url = new URL(address)
  how(url)
  return url.href
}
const as = (role: string) => (url: URL) => url.searchParams.set('user', role)
const inOther = (url: URL) => {
  url.pathname = '/other'
}

/** The first line that is logged about such a replica, which is also the only one. */
async function firstTold(url: string, primaryUrl: string) {
  const told: { event: string; err?: { message: string } }[] = []
  const write = (line: string) => void told.push(JSON.parse(line))
  const opened = openReplica(url, primaryUrl, { log: createLog('info', { write }), startMs: 1_500 })
  await expect.poll(() => told, PATIENCE).toHaveLength(1)
  await opened.close()
  expect(told).toHaveLength(1)
  return told[0]
}

it('logs why a replica is not used after the start', async () => {
  await primary.pool.query('create role reader login')
  await primary.pool.query('create database other')
  const other = openDatabase(change(server.url, inOther), quiet)
  await migrate(other.pool)
  await other.close()
  const wrong: [string, string | RegExp][] = [
    [server.url, 'The replica is not a standby.'],
    ['postgres://127.0.0.1:9/postgres', /ECONNREFUSED/],
    [change(standby.url, inOther), 'The replica is of another database.'],
    [change(standby.url, as('stranger')), /role .*stranger.* does not exist/],
    [change(standby.url, as('reader')), /not let this role read/],
  ]
  for (const [url, why] of wrong)
    expect(await firstTold(url, server.url)).toMatchObject({
      event: 'replica-left',
      err: { message: expect.stringMatching(why) },
    })
})

it('logs whether a lost connection was to the primary or to the replica', async () => {
  const told: string[] = []
  const write = (line: string) => void told.push(JSON.parse(line).msg)
  const watched = change(server.url, (url) => url.searchParams.set('application_name', 'watch'))
  const opened = openReplica(standby.url, watched, { log: createLog('info', { write }) })
  onTestFinished(() => opened.close())
  const end = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'watch'`
  await expect
    .poll(() => primary.pool.query(end).then(() => told), PATIENCE)
    .toContain('an idle connection to the database ended')
  expect(told).not.toContain('an idle connection to the replica ended')
})

it('a standby that follows another server is not used', async () => {
  const another = await startPostgres()
  onTestFinished(() => another.stop())
  expect(await firstTold(standby.url, another.url)).toMatchObject({
    event: 'replica-left',
    err: { message: 'The replica is of another database.' },
  })
})

it('compares only the database when the role may not read the system identifier', async () => {
  await primary.pool.query(
    `create role guest login; grant select on products to guest;
     revoke execute on function pg_control_system() from public`,
  )
  // As in an open shop: reading itself writes to the primary's log, which is sent with the next commit.
  const committing = setInterval(() => void primary.pool.query('select txid_current()'), 100)
  onTestFinished(() => clearInterval(committing))
  const [onStandby, onPrimary] = [standby, server].map(({ url }) => change(url, as('guest'))) as [
    string,
    string,
  ]
  expect(await firstTold(onStandby, onPrimary)).toMatchObject({ event: 'replica-near' })
  // The same if only the standby's role is restricted.
  expect(await firstTold(onStandby, server.url)).toMatchObject({ event: 'replica-near' })
  const elsewhere = change(onStandby, inOther)
  expect(await firstTold(elsewhere, onPrimary)).toMatchObject({
    err: { message: 'The replica is of another database.' },
  })
  await primary.pool.query('revoke execute on function pg_current_wal_insert_lsn() from public')
  expect(await firstTold(onStandby, onPrimary)).toMatchObject({
    err: { message: 'permission denied for function pg_current_wal_insert_lsn' },
  })
})

it('shows no data older than a second, and avoids a lagging standby until it has caught up', async () => {
  await expect.poll(() => whereRead(), PATIENCE).toBe('standby')
  await control.pool.query('select pg_wal_replay_pause()')
  lines.length = 0
  const before = await count(SIGNED_IN)
  await sell()
  expect(await count(SIGNED_IN)).toBe(before + 1)
  await pause(TOO_OLD_MS)
  expect(await count()).toBe(before + 1)
  await expect.poll(() => lines.join(''), PATIENCE).toContain('"event":"replica-left"')
  expect(await whereRead()).toBe('primary')
  await control.pool.query('select pg_wal_replay_resume()')
  await expect.poll(() => whereRead(), PATIENCE).toBe('standby')
  expect(await count()).toBe(before + 1)
  // Each is logged once, however many checks there were.
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['replica-left', 'replica-near'])
})

it('avoids a standby that is cut off from its primary as soon as data changes', async () => {
  const { rows } = await control.pool.query('show primary_conninfo')
  // As if the network between the two were cut: the shop reaches both.
  await control.pool.query(`alter system set primary_conninfo = ''`)
  await control.pool.query('select pg_reload_conf()')
  await expect
    .poll(async () => (await control.pool.query('select from pg_stat_wal_receiver')).rowCount, PATIENCE)
    .toBe(0)
  const before = await count(SIGNED_IN)
  await sell()
  await pause(TOO_OLD_MS)
  expect([await whereRead(), await count()]).toEqual(['primary', before + 1])
  await control.pool.query(`alter system set primary_conninfo = '${rows[0].primary_conninfo}'`)
  await control.pool.query('select pg_reload_conf()')
  await expect.poll(() => whereRead(), PATIENCE).toBe('standby')
})

it('serves every visitor while the standby crashes, and uses it again once it is back', async () => {
  await expect.poll(() => whereRead(), PATIENCE).toBe('standby')
  const before = await count(SIGNED_IN)
  let stopped = false
  onTestFinished(() => {
    stopped = true
  })
  const reading = (async () => {
    while (!stopped) expect(await count()).toBe(before)
  })()
  await standby.crash()
  await expect.poll(replica.isNear, PATIENCE).toBe(false)
  await standby.start()
  await expect.poll(replica.isNear, PATIENCE).toBe(true)
  stopped = true
  await reading
})

it('shows no data older than a second when a standby always lags two seconds', async () => {
  await control.pool.query(`alter system set recovery_min_apply_delay = '2s'`)
  await control.pool.query('select pg_reload_conf()')
  const before = await count(SIGNED_IN)
  const sold: number[] = []
  const begun = performance.now()
  while (performance.now() - begun < 5_000) {
    await sell()
    sold.push(performance.now())
    const old = sold.filter((at) => performance.now() - at > 1_000)
    expect(await count()).toBeGreaterThanOrEqual(before + old.length)
  }
  await control.pool.query('alter system reset recovery_min_apply_delay')
  await control.pool.query('select pg_reload_conf()')
  await expect.poll(() => whereRead(), PATIENCE).toBe('standby')
})

it('a standby is refused as the main database until it is promoted', async () => {
  await expect(requireDatabase(control.pool)).rejects.toMatchObject({ code: '25006' })
  await control.pool.query('select pg_promote()')
  await requireDatabase(control.pool)
})
