import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withTransaction } from '#server/database/with-transaction.ts'
import { startJobs } from '#server/jobs.ts'
import type { Mail } from '#server/outside/mail.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let jobs: Awaited<ReturnType<typeof startJobs>>
const sent: Mail[] = []
let failures = 0
const mail = {
  async send(message: Mail) {
    if (failures-- > 0) throw new Error('the mail server is away')
    sent.push(message)
  },
}

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startJobs({
    pool: database.pool,
    mail,
    mailPasswordReset: async () => {},
    reconcilePayments: async () => 0,
    cleanUp: async () => {},
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

const message = (subject: string): Mail => ({ to: 'a@example.com', subject, text: ['Hello.'] })

it('sends the mail of a change that was committed, and none of one that was not', async () => {
  const undone = withTransaction(database.pool, async (db) => {
    await jobs.sendMail(db, message('undone'))
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await withTransaction(database.pool, (db) => jobs.sendMail(db, message('done')))
  await vi.waitFor(() => expect(sent.map(({ subject }) => subject)).toEqual(['done']), { timeout: 10_000 })
})

it('keeps a mail that could not be sent, to try again', async () => {
  failures = 1
  await withTransaction(database.pool, (db) => jobs.sendMail(db, message('later')))
  const state = async () =>
    (await database.pool.query(`select state from jobs.job where data->>'subject' = 'later'`)).rows
  await vi.waitFor(async () => expect(await state()).toEqual([{ state: 'retry' }]), { timeout: 10_000 })
})
