import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withTransaction } from '#server/database/with-transaction.ts'
import { openJobs } from '#server/jobs.ts'
import { createSmtpMail } from '#server/outside/mail.smtp.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { startSmtpServer } from './smtp-server.ts'

let database: TestDatabase
let server: Awaited<ReturnType<typeof startSmtpServer>>
let jobs: Awaited<ReturnType<typeof openJobs>>
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startSmtpServer()
  jobs = await openJobs({
    pool: database.pool,
    mail: createSmtpMail({ url: server.url, from: { name: '', address: 'shop@shop.example' } }),
    mailPasswordReset: async () => {},
    reconcilePayments: async () => 0,
    cleanUp: [],
    log: pino({ level: 'silent' }),
  })
  await jobs.begin()
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
  await database.close()
})

const jobState = async () =>
  (await database.pool.query(`select state, retry_count from jobs.job where name = 'mail'`)).rows

it('a mail that the SMTP server rejects is queued, and sent when it accepts mail again', async () => {
  server.state.refusing = 'Not now.'
  const mail = { to: 'ada@example.com', subject: 'Later', text: ['Hello.'] }
  await withTransaction(database.pool, (db) => jobs.sendMail(db, mail))
  await vi.waitFor(async () => expect(await jobState()).toMatchObject([{ state: 'retry' }]), {
    timeout: 30_000,
  })
  expect(server.received).toEqual([])
  delete server.state.refusing
  // The next try is due by the database's clock: for this test, now.
  await database.pool.query(`update jobs.job set start_after = now() where name = 'mail'`)
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 30_000 })
  expect(server.received[0]?.headers.subject).toEqual(['Later'])
  await vi.waitFor(async () => expect(await jobState()).toMatchObject([{ state: 'completed' }]), {
    timeout: 30_000,
  })
})
