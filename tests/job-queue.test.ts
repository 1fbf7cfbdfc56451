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
  await vi.waitFor(() => expect(lines).not.toEqual([]), { timeout: 30_000 })
  await database.pool.query('alter schema gone rename to jobs')
  await queue.stop({ graceful: false })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'jobs',
    queue: 'mail',
    err: {
      type: 'Error',
      code: '42P01',
      message: expect.stringMatching(/^relation "jobs\.\w+" does not exist/),
    },
  })
})
