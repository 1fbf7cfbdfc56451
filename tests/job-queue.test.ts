import { expect, it, onTestFinished, vi } from 'vitest'
import { openQueue } from '#server/job-queue.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'

it('says in the log which of its jobs it could not look for, and why', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  const queue = await openQueue(database.pool, { log, idle: true })
  await database.pool.query('alter schema jobs rename to gone')
  await queue.work('mail', async () => {})
  // What looks after the queue may fail as well, before it.
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

it('goes on at once where the clock was three hours ahead, and says so', async () => {
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
