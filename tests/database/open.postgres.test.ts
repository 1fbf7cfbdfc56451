import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { pipelineOf } from '#server/database/pipeline.ts'
import { createTestDatabase } from '#tests/support/database.ts'

async function open(options: { timeoutMs?: number; pipelined?: number; max?: number } = {}) {
  const database = await createTestDatabase()
  const opened = openDatabase(database.url, { onIdleError: () => {}, ...options })
  onTestFinished(async () => {
    await opened.close()
    await database.close()
  })
  return opened
}

it('has the server cancel a slow statement before the client times out, and stays usable', async () => {
  const { pool } = await open({ timeoutMs: 1_000 })
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

it('has the server time out idle transactions, and lock waits of the pipeline', async () => {
  const { pool, db } = await open({ pipelined: 2 })
  const asked = `select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as locked`
  expect((await pool.query(asked)).rows).toEqual([{ idle: '30s', locked: '0' }])
  const quick = await pipelineOf(db)?.pipeline.query(asked)
  expect(quick?.rows).toEqual([{ idle: '30s', locked: '500ms' }])
})

it('opens no more connections than its maximum, including those of the pipeline', async () => {
  const { pool, db } = await open({ pipelined: 2, max: 5 })
  const pipeline = pipelineOf(db)?.pipeline
  const asked = Array.from({ length: 20 }, () => [
    pool.query('select pg_sleep(0.2)'),
    pipeline?.query('select pg_sleep(0.01)'),
  ])
  await Promise.all(asked.flat())
  const { rows } = await pool.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'clamshell'`,
  )
  expect(rows).toEqual([{ n: 5 }])
})
