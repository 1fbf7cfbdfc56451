import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withTransaction } from '#server/database/with-transaction.ts'
import { openJobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import { createSmtpMail } from '#server/outside/mail.smtp.ts'
import type { Mail } from '#server/outside/mail.ts'
import { startSmtpServer } from '#tests/outside/smtp-server.ts'
import { expectConsole } from '#tests/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let jobs: Awaited<ReturnType<typeof openJobs>>
const sent: Mail[] = []
const lines: string[] = []
const cleanElse = () => Promise.reject(new Error('the keys are locked'))
let failures = 0
let failure: Error | undefined
const mail = {
  async send(message: Mail) {
    if (failures-- > 0)
      throw failure ?? Object.assign(new Error(`550 <${message.to}> is unknown`), { code: 'EENVELOPE' })
    sent.push(message)
  },
}

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await openJobs({
    pool: database.pool,
    mail,
    mailPasswordReset: async () => {},
    reconcilePayments: () => Promise.reject(new Error('the database is away')),
    cleanUp: [() => Promise.reject(new Error('the disk is full')), cleanElse],
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  })
  await jobs.begin()
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

const told = (event: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.event === event)
const message = (subject: string): Mail => ({ to: 'a@example.com', subject, text: ['Hello.'] })

it('sends the mail of a committed transaction, and none of a rolled-back one', async () => {
  const undone = withTransaction(database.pool, async (db) => {
    await jobs.sendMail(db, message('undone'))
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await withTransaction(database.pool, (db) => jobs.sendMail(db, message('done')))
  await vi.waitFor(() => expect(sent.map(({ subject }) => subject)).toEqual(['done']), { timeout: 30_000 })
})

it('sends urgent mails before those that can wait, without pauses in between', async () => {
  sent.length = 0
  await withTransaction(database.pool, async (db) => {
    for (let count = 0; count < 60; count++) await jobs.sendMail(db, { ...message('gone'), canWait: true })
    await jobs.sendMail(db, message('link'))
  })
  // The queue is polled every two seconds: with polling alone so many would take twice as long.
  await vi.waitFor(() => expect(sent).toHaveLength(61), { timeout: 20_000 })
  expect(sent.findIndex(({ subject }) => subject === 'link')).toBeLessThan(5)
})

it('retries a mail that could not be sent, and logs each attempt without its recipient', async () => {
  failures = 2
  await withTransaction(database.pool, (db) => jobs.sendMail(db, message('later')))
  const later = `where data->>'subject' = 'later'`
  const state = async () => (await database.pool.query(`select state from jobs.job ${later}`)).rows[0].state
  await vi.waitFor(async () => expect(await state()).toBe('retry'), { timeout: 30_000 })
  expect(told('mail-failed')).toMatchObject([{ level: 40, codes: ['EENVELOPE'] }])
  await database.pool.query(`update jobs.job set retry_limit = 1, start_after = now() ${later}`)
  await vi.waitFor(async () => expect(await state()).toBe('failed'), { timeout: 30_000 })
  expect(told('mail-failed')).toMatchObject([{ level: 40 }, { level: 50, codes: ['EENVELOPE'] }])
  expect(lines.join()).not.toMatch(/example\.com|later/)
})

it('logs the reason "certificate" when the certificate of the mail server is not trusted', async () => {
  // The private key of the server's certificate is public, and the server warns of that.
  expectConsole('error', /built-in default TLS certificate/)
  const server = await startSmtpServer({ tls: true })
  const from = { name: '', address: 'shop@shop.example' }
  const send = (query: string) =>
    createSmtpMail({ url: `${server.url}${query}`, from }).send(message('sealed'))
  failure = await send('').then(
    () => undefined,
    (error: Error) => error,
  )
  await send('?ignoreTLS=true')
  await server.close()
  failures = 1
  lines.length = 0
  await withTransaction(database.pool, (db) => jobs.sendMail(db, message('sealed')))
  await vi.waitFor(() => expect(told('mail-failed')).toMatchObject([{ reason: 'certificate' }]), {
    timeout: 30_000,
  })
})

it('logs the reply code of the mail server, but not its text', async () => {
  const server = await startSmtpServer()
  server.state.refusing = 'ada@example.com is asked too often.'
  const from = { name: '', address: 'shop@shop.example' }
  failure = (await createSmtpMail({ url: server.url, from })
    .send(message('refused'))
    .catch((error: Error) => error)) as Error
  await server.close()
  failures = 1
  lines.length = 0
  await withTransaction(database.pool, (db) => jobs.sendMail(db, message('refused')))
  await vi.waitFor(() => expect(told('mail-failed')).toMatchObject([{ codes: ['EENVELOPE'], reply: 451 }]), {
    timeout: 30_000,
  })
  expect(lines.join()).not.toContain('asked')
})

it('does not try all mails that wait, one right after the other, while there is no mail server', async () => {
  failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })
  failures = Number.POSITIVE_INFINITY
  lines.length = 0
  const mails = Array.from({ length: 40 }, () => message('no server'))
  await withTransaction(database.pool, (db) => jobs.sendMail(db, ...mails))
  await vi.waitFor(() => expect(told('mail-failed')).not.toEqual([]), { timeout: 10_000 })
  await pause(1_500)
  failures = 0
  // Three at a time, and each of these once more at most.
  expect(told('mail-failed').length).toBeLessThan(10)
  await database.pool.query(`delete from jobs.job where name = 'mail'`)
})

it('retries a mail whatever the mail server replied, and stores the beginning of the reply', async () => {
  // PostgreSQL stores no NUL, and no half of a character that was cut.
  failure = new Error(`550 No!\0 ${'😀'.repeat(500_000)}`)
  failures = 1
  await withTransaction(database.pool, (db) => jobs.sendMail(db, message('long')))
  const stored = async () =>
    (await database.pool.query(`select state, output from jobs.job where data->>'subject' = 'long'`)).rows[0]
  await vi.waitFor(async () => expect((await stored()).state).toBe('retry'), { timeout: 10_000 })
  const { output } = await stored()
  expect(output.message).toMatch(/^550 No! 😀/)
  expect(JSON.stringify(output).length).toBeLessThan(10_000)
})

it.each([
  ['clean-up', 'clean-up-failed', 'the disk is full'],
  ['reconcile-payments', 'reconcile-failed', 'the database is away'],
])('logs that %s has failed, and why', async (name, event, why) => {
  lines.length = 0
  await database.pool.query('insert into jobs.job (name) values ($1)', [name])
  const failed = { level: 50, err: { message: why } }
  // The schedule may start one as well.
  await vi.waitFor(() => expect(told(event)[0]).toMatchObject(failed), { timeout: 30_000 })
})

it('continues the clean-up when one part fails, and logs each failure', async () => {
  lines.length = 0
  await database.pool.query(`insert into jobs.job (name) values ('clean-up')`)
  const reasons = () => told('clean-up-failed').map(({ err }) => err.message)
  const each = ['the disk is full', 'the keys are locked']
  await vi.waitFor(() => expect(reasons()).toEqual(expect.arrayContaining(each)), { timeout: 30_000 })
})
