import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withTransaction } from '#server/database/with-transaction.ts'
import { openJobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import type { Mail } from '#server/outside/mail.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const SUBJECTS = ['1', '2', '3', '4', '5']
const PATIENCE = { timeout: 30_000 }
let database: TestDatabase
let sent: string[]
beforeEach(async () => {
  database = await createTestDatabase()
  sent = []
})
afterEach(() => database.close())

/** Starts the jobs; a mail counts as sent once the promise of `patience` for it resolves. */
async function start(patience: (subject: string) => Promise<void> = async () => {}) {
  const jobs = await openJobs({
    pool: database.pool,
    mail: {
      async send({ subject }: Mail) {
        await patience(subject)
        sent.push(subject)
      },
    },
    mailPasswordReset: async () => {},
    reconcilePayments: async () => 0,
    cleanUp: [],
    log: createLog('silent'),
  })
  await jobs.begin()
  return jobs
}

const sendAll = (jobs: Awaited<ReturnType<typeof start>>) =>
  withTransaction(database.pool, async (db) => {
    for (const subject of SUBJECTS)
      await jobs.sendMail(db, { to: 'a@example.com', subject, text: ['Hello.'], canWait: true })
  })

/** The subjects of mails in one of these states. */
async function inState(...states: string[]): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select data->>'subject' as subject from jobs.job where name = 'mail' and state::text = any($1) order by 1`,
    [states],
  )
  return rows.map(({ subject }) => subject)
}

it('finishes only the mails in progress at shutdown, and sends the rest after the next start', async () => {
  const underWay: (() => void)[] = []
  const before = await start(() => new Promise((send) => underWay.push(send)))
  await sendAll(before)
  await vi.waitFor(() => expect(underWay).toHaveLength(3), PATIENCE)
  const stopped = before.stop()
  for (const send of underWay) send()
  await stopped
  expect(sent).toHaveLength(3)
  expect(await inState('completed')).toEqual(sent.toSorted())
  // Unchanged: a job that was not tried has not used up a try.
  const left = `select priority, retry_count as tries from jobs.job where name = 'mail' and state = 'created'`
  const asItWas = { priority: -1, tries: 0 }
  expect((await database.pool.query(left)).rows).toEqual([asItWas, asItWas])

  const after = await start()
  await vi.waitFor(async () => expect(await inState('completed')).toEqual(SUBJECTS), PATIENCE)
  expect(sent.toSorted()).toEqual(SUBJECTS)
  await after.stop()
})

it('a mail that hangs delays no others, and is the only one retried after the shutdown', async () => {
  let letGo = () => {}
  const hangs = new Promise<void>((end) => (letGo = end))
  const jobs = await start((subject) => (subject === '2' ? hangs : Promise.resolve()))
  await sendAll(jobs)
  const others = ['1', '3', '4', '5']
  await vi.waitFor(async () => expect(await inState('completed')).toEqual(others), PATIENCE)
  const told = performance.now()
  await jobs.stop()
  // Shutting down does not take much longer than requests may.
  expect(performance.now() - told).toBeLessThan(20_000)
  expect(await inState('completed')).toEqual(others)
  expect(await inState('retry')).toEqual(['2'])
  letGo()
})
