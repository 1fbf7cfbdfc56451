import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openQueue } from '#server/job-queue.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const PROCESSES = 6
const ROUNDS = 10

let database: TestDatabase
let pools: pg.Pool[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  // Each has connections of its own, as separate processes have.
  pools = Array.from({ length: PROCESSES }, () => new pg.Pool({ connectionString: database.url, max: 2 }))
  // The database may be gone before they disconnect; queries on a broken connection report their own errors.
  for (const pool of pools) pool.on('error', () => {})
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.close()
})

it('processes that start together on a new database create the queue once, and all open it', async () => {
  const log = pino({ level: 'silent' })
  for (let round = 0; round < ROUNDS; round++) {
    await database.pool.query('drop schema if exists jobs cascade')
    const queues = await Promise.all(pools.map((pool) => openQueue(pool, { log, idle: true })))
    const { rows } = await database.pool.query('select count(*)::int as made from jobs.version')
    expect(rows).toEqual([{ made: 1 }])
    await Promise.all(queues.map((queue) => queue.stop({ graceful: false })))
  }
})
