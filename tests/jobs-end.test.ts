import { expect, it, vi } from 'vitest'
import { withTransaction } from '#server/database/with-transaction.ts'
import { startJobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import type { Mail } from '#server/outside/mail.ts'
import { createTestDatabase } from '#tests/support/database.ts'

it('sends the letter that is under way when the shop closes and no other, and the rest after the next start', async () => {
  const database = await createTestDatabase()
  const sent: string[] = []
  let underWay: (() => void) | undefined
  const start = () =>
    startJobs({
      pool: database.pool,
      mail: {
        async send({ subject }: Mail) {
          if (sent.length === 0) await new Promise<void>((end) => (underWay = end))
          sent.push(subject)
        },
      },
      mailPasswordReset: async () => {},
      reconcilePayments: async () => 0,
      cleanUp: [],
      log: createLog('silent'),
    })

  const before = await start()
  const subjects = ['1', '2', '3', '4', '5']
  await withTransaction(database.pool, async (db) => {
    for (const subject of subjects)
      await before.sendMail(db, { to: 'a@example.com', subject, text: ['Hello.'], canWait: true })
  })
  await vi.waitFor(() => expect(underWay).toBeDefined(), { timeout: 30_000 })
  // As after hours without a mail server: nothing of it may be lost by a try that was none.
  await database.pool.query(
    `update jobs.job set retry_count = retry_limit where name = 'mail' and data->>'subject' in ('2', '3')`,
  )
  const stopped = before.stop()
  underWay?.()
  await stopped
  expect(sent).toHaveLength(1)
  const waiting = `select distinct priority from jobs.job where name = 'mail' and state in ('created', 'retry')`
  expect((await database.pool.query(waiting)).rows).toEqual([{ priority: -1 }])

  const after = await start()
  await database.pool.query(`update jobs.job set start_after = now() where state = 'retry'`)
  const left = `select id from jobs.job where name = 'mail' and state in ('created', 'retry', 'active')`
  await vi.waitFor(async () => expect((await database.pool.query(left)).rows).toEqual([]), {
    timeout: 20_000,
  })
  expect(sent.toSorted()).toEqual(subjects)
  await after.stop()
  await database.close()
})
