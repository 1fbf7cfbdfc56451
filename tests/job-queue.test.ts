import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { withTransaction } from '#server/database/with-transaction.ts'
import { openQueue } from '#server/job-queue.ts'
import { openJobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'

it('logs which queue could not be read, and why', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  const queue = await openQueue(database.pool, { log, idle: true })
  await database.pool.query('alter schema jobs rename to gone')
  await queue.work('mail', async () => {})
  // The queue's own maintenance may fail before it, too.
  const told = () => lines.map((line) => JSON.parse(line)).find(({ queue }) => queue === 'mail')
  await vi.waitFor(() => expect(told()).toBeDefined(), { timeout: 30_000 })
  await database.pool.query('alter schema gone rename to jobs')
  await queue.stop({ graceful: false })
  expect(told()).toMatchObject({
    event: 'jobs',
    err: {
      type: 'Error',
      code: '42P01',
      message: expect.stringMatching(/^relation "jobs\.\w+" does not exist/),
    },
  })
})

it('recovers at the start when the clock was three hours ahead, and logs it', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const open = () => openQueue(database.pool, { log })
  const query = async (text: string) => (await database.pool.query(text)).rows
  const before = await open()
  await before.send('mail', {}, { startAfter: 60 * 60 })
  await before.stop({ graceful: false })
  const ahead = `now() + interval '3 hours'`
  await query(`update jobs.version set cron_on = ${ahead}`)
  await query(`update jobs.queue set maintain_on = ${ahead}, monitor_claim_on = ${ahead}`)
  await query(`insert into jobs.job (name, state, start_after) values ('mail', 'retry', ${ahead})`)
  await query(`insert into jobs.job (name, state, singleton_on)
    values ('clean-up', 'completed', (${ahead}) at time zone 'utc')`)
  await query(`insert into jobs.job (name, state, policy, started_on, heartbeat_on, heartbeat_seconds)
    values ('reconcile-payments', 'active', 'singleton', ${ahead}, ${ahead}, 20)`)
  const after = await open()
  await after.stop({ graceful: false })
  expect(
    await query(
      `select from jobs.version, jobs.queue where greatest(cron_on, maintain_on, monitor_claim_on) > now()`,
    ),
  ).toEqual([])
  expect(
    await query(`select name, start_after > now() as waits, singleton_on, greatest(started_on, heartbeat_on) > now() as alive
      from jobs.job where name not like '\\_%' order by name, waits`),
  ).toEqual([
    { name: 'clean-up', waits: false, singleton_on: null, alive: null },
    { name: 'mail', waits: false, singleton_on: null, alive: null },
    { name: 'mail', waits: true, singleton_on: null, alive: null },
    { name: 'reconcile-payments', waits: false, singleton_on: null, alive: false },
  ])
  const again = await open()
  await again.stop({ graceful: false })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'clock-was-ahead', level: 40 }])
})

it('recovers within a minute when the clock is set back while it runs', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const lines: string[] = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = await openQueue(database.pool, {
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  })
  onTestFinished(() => queue.stop({ graceful: false }))
  await database.pool.query(`update jobs.version set cron_on = now() + interval '1 hour'`)
  vi.advanceTimersByTime(60_000)
  const told = { event: 'clock-was-ahead', rows: 1 }
  await vi.waitFor(() => expect(lines.map((line) => JSON.parse(line))).toMatchObject([told]))
})

it('applies its current settings to queues that an earlier version created', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const rules = async () => {
    const queue = await openQueue(database.pool, { log: createLog('silent'), idle: true })
    await queue.stop({ graceful: false })
    const text = `select name, heartbeat_seconds as silent, retention_seconds / 86400 as days, retry_limit as tries
      from jobs.queue where name not like '\\_%' order by 1`
    return (await database.pool.query(text)).rows
  }
  await rules()
  await database.pool.query(
    `update jobs.queue set heartbeat_seconds = null, retention_seconds = 86400, retry_limit = 1`,
  )
  const letter = { silent: 20, days: 365, tries: 8 }
  const byTheClock = { silent: 20, tries: 0 }
  expect(await rules()).toMatchObject([
    { name: 'clean-up', ...byTheClock },
    { name: 'mail', ...letter },
    { name: 'password-reset', ...letter },
    { name: 'reconcile-payments', ...byTheClock },
  ])
})

it.each(['clean-up', 'reconcile-payments'])(
  'hands out one %s job at a time across all processes',
  async (name) => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const open = () => openQueue(database.pool, { log: createLog('silent'), idle: true })
    const [one, other] = [await open(), await open()]
    for (const queue of [one, other]) await queue.send(name)
    const [first] = await one.fetch(name)
    expect(await other.fetch(name)).toEqual([])
    await one.complete(name, first?.id ?? '')
    // A refused job may be locked for a moment longer, and is skipped then.
    await expect.poll(() => other.fetch(name)).toHaveLength(1)
    for (const queue of [one, other]) await queue.stop({ graceful: false })
  },
)

it('retries a failed reconciliation only while no scheduled one is running', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const log = createLog('silent')
  const jobs = await openJobs({
    pool: database.pool,
    log,
    mail: { send: async () => {} },
    mailPasswordReset: async () => {},
    reconcilePayments: async () => 1,
    cleanUp: [],
  })
  const queue = await openQueue(database.pool, { log, idle: true })
  const name = 'reconcile-payments'
  const soon = async () =>
    (await queue.findJobs(name)).find(({ startAfter, createdOn }) => startAfter > createdOn)
  await queue.send(name)
  await jobs.begin()
  await expect.poll(soon).toBeDefined()
  await jobs.stop()
  // Jobs that the schedule has added since.
  await database.pool.query(`delete from jobs.job where name = $1 and id <> $2`, [name, (await soon())?.id])
  await queue.send(name)
  const [byTheClock] = await queue.fetch(name)
  await database.pool.query('update jobs.job set start_after = now() where name = $1', [name])
  expect(await queue.fetch(name)).toEqual([])
  await queue.complete(name, byTheClock?.id ?? '')
  await expect.poll(() => queue.fetch(name)).toHaveLength(1)
  await queue.stop({ graceful: false })
})

it('queues the first mail of a new shop in a transaction that holds the only connection', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await database.pool.query('drop schema if exists jobs cascade')
  const own = openDatabase(database.url, { max: 1, onIdleError: () => {} })
  onTestFinished(() => own.close())
  const queue = await openQueue(own.pool, { log: createLog('silent'), idle: true })
  await withTransaction(own.pool, (db) => queue.insert('mail', [{ data: {} }], { db: fromDrizzle(db, sql) }))
  await queue.stop({ graceful: false })
  expect((await database.pool.query(`select state from jobs.job where name = 'mail'`)).rows).toEqual([
    { state: 'created' },
  ])
})
