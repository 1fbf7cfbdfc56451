import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const PEOPLE = 300

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('updating last_seen_at of users writes to no index (HOT updates)', async () => {
  const { pool } = database
  await pool.query(`insert into users (id, name, email, last_seen_at)
    select gen_random_uuid(), 'Person ' || n, n || '@example.com', now() from generate_series(1, ${PEOPLE}) n`)
  // One session, whose statistics can be flushed at once.
  const client = await pool.connect()
  try {
    // In one statement: between several the old row versions might be pruned, which depends on other readers.
    await client.query(`update users set last_seen_at = now() where name ~ '[05]$'`)
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query(
      `select n_tup_upd::int as changed, n_tup_hot_upd::int as "pastIndexes" from pg_stat_user_tables where relname = 'users'`,
    )
    expect(rows).toEqual([{ changed: PEOPLE / 5, pastIndexes: PEOPLE / 5 }])
  } finally {
    client.release()
  }
})
