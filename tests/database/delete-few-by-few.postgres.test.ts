import { afterAll, beforeAll, expect, it } from 'vitest'
import { queriesOn } from '#server/database/with-transaction.ts'
import { forgetOldKeys } from '#server/idempotency/idempotency-keys.queries.ts'
import { sweepImages } from '#server/images/sweep-images.ts'
import { forgetOldLimits } from '#server/limits/forget-old-limits.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import { forgetOldEvents } from '#server/payments/forget-old-events.ts'
import { forgetEndedSessions } from '#server/sign-in/forget-ended-sessions.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const clock = () => new Date()
const imageStore = {} as ImageStore

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    insert into users (id, name, email) values ('00000000-0000-7000-8000-000000000001', 'Ada', 'ada@example.com');
    create table statements (rows int not null);
    create function note_statement() returns trigger language plpgsql as $$
    begin
      insert into statements select count(*) from went having count(*) > 0;
      return null;
    end $$`)
})
afterAll(() => database.close())

const OLD = `now() - interval '90 days'`
const SWEPT = {
  sessions: {
    columns: 'id, user_id, token, expires_at',
    row: `gen_random_uuid(), '00000000-0000-7000-8000-000000000001', n, ${OLD}`,
    sweep: forgetEndedSessions,
  },
  verifications: {
    columns: 'id, identifier, value, expires_at',
    row: `gen_random_uuid(), n, n, ${OLD}`,
    sweep: forgetEndedSessions,
  },
  rate_limits: { columns: 'key, window_start, count', row: `n, ${OLD}, 1`, sweep: forgetOldLimits },
  image_tickets: { columns: 'token_hash, address, expires_at', row: `n, n, ${OLD}`, sweep: sweepImages },
  idempotency_keys: {
    columns: 'owner, call, key, request_hash, created_at',
    row: `n, n, n, n, ${OLD}`,
    sweep: forgetOldKeys,
  },
  payment_events: { columns: 'event_id, type, received_at', row: `n, n, ${OLD}`, sweep: forgetOldEvents },
}

it.each(Object.entries(SWEPT))(
  'all old rows of %s are deleted, at most ten thousand per statement',
  async (table, { columns, row, sweep }) => {
    const { pool } = database
    await pool.query(`
    create trigger noted after delete on ${table} referencing old table as went
      for each statement execute function note_statement();
    truncate statements;
    insert into ${table} (${columns}) select ${row} from (select n::text from generate_series(1, 20001) as n) as t`)
    await sweep({ pool, db: queriesOn(pool), clock, imageStore })
    expect((await pool.query(`select from ${table}`)).rowCount).toBe(0)
    expect((await pool.query('select rows from statements order by 1')).rows).toEqual([
      { rows: 1 },
      { rows: 10_000 },
      { rows: 10_000 },
    ])
  },
)

it('a locked old row is skipped, and deleted by the next run', async () => {
  const { pool } = database
  const insert = (key: string) =>
    pool.query(`insert into rate_limits (key, window_start, count) values ($1, ${OLD}, 1)`, [key])
  const left = async () => (await pool.query('select key from rate_limits')).rows.map(({ key }) => key)
  await insert('in hand')
  await insert('free')
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(`select from rate_limits where key = 'in hand' for update`)
    await forgetOldLimits({ db: queriesOn(pool), clock })
    expect(await left()).toEqual(['in hand'])
  } finally {
    await other.query('rollback')
    other.release()
  }
  await forgetOldLimits({ db: queriesOn(pool), clock })
  expect(await left()).toEqual([])
})
