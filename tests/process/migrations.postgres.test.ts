import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { listMigrations, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { surroundings } from '#tests/support/surroundings.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { program, root } from '../../scripts/paths.mjs'

const GATE = 98

/** Starts the built server, and does not wait for it to be ready. */
function startUnready(url: string) {
  const env = { ...surroundings(), PORT: '0', DATA_DIR: temporaryFolder(), DATABASE_URL: url, DEMO: '0' }
  return spawn(process.execPath, [program], { cwd: root, env, stdio: 'ignore' })
}

/** An empty database in which a migration waits at a gate once it has created `made`. */
async function gateAt(made: string, database: TestDatabase) {
  const { pool, url } = database
  const gate = new pg.Client({ connectionString: url })
  await gate.connect()
  onTestFinished(async () => {
    await gate.end()
    await database.close()
  })
  await pool.query('drop schema public cascade; create schema public; create schema test')
  await pool.query(`create function test.wait() returns event_trigger language plpgsql as $$ begin
    if to_regclass('public.${made}') is not null then
      perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(${GATE});
    end if; end $$`)
  await pool.query(`create event trigger slow on ddl_command_end execute function test.wait()`)
  await gate.query('select pg_advisory_lock($1)', [GATE])
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
  return {
    waits: () => expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1),
    async open() {
      await gate.query('select pg_advisory_unlock($1)', [GATE])
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(0)
    },
  }
}

it('a migration file interrupted by a kill is rolled back, and the next start applies it', async () => {
  const database = await createTestDatabase()
  const { pool } = database
  const tables = async () =>
    (await pool.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)).rows.map(
      ({ tablename }) => tablename,
    )
  const whole = await tables()
  const [first = '', ...others] = await listMigrations()
  // A table of the second file.
  const gate = await gateAt('messages', database)
  const server = startUnready(database.url)
  await gate.waits()
  server.kill('SIGKILL')
  await once(server, 'exit')
  await gate.open()
  const backends = `select pid from pg_stat_activity where datname = current_database() and application_name = 'clamshell'`
  await expect.poll(async () => (await pool.query(backends)).rowCount, { timeout: 30_000 }).toBe(0)
  expect((await pool.query('select name from migrations')).rows).toEqual([{ name: first }])
  const { rows } = await pool.query(
    `select to_regclass('reports') as first, to_regclass('messages') as second`,
  )
  expect(rows).toEqual([{ first: 'reports', second: null }])

  await pool.query('drop event trigger slow')
  expect(await migrate(pool)).toEqual(others)
  expect(await tables()).toEqual(whole)
}, 120_000)

it('a table changed by an earlier migration file can be read while a later one is applied', async () => {
  const database = await createTestDatabase()
  const { pool } = database
  const files = await listMigrations()
  // Created by the seventh file. The sixth drops an index of laptops, for which it waits for everybody who reads them.
  const gate = await gateAt('users_by_end_of_email', database)
  await migrate(pool, { only: files.slice(0, 4) })
  const own = openDatabase(database.url, { timeoutMs: 2_000, onIdleError: () => {} })
  onTestFinished(() => own.close())
  const migrating = migrate(own.pool)
  await gate.waits()
  const reader = await pool.connect()
  await reader.query(`set lock_timeout = '1s'`)
  const read = await reader.query('select from products').catch((error: Error) => error)
  reader.release(true)
  // Longer than any other statement may take, answer included.
  const since = `select max(now() - query_start) > interval '4 s' as long from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'`
  await expect.poll(async () => (await pool.query(since)).rows).toEqual([{ long: true }])
  await gate.open()
  expect(await migrating).toEqual(files.slice(4))
  expect(read).toMatchObject({ rowCount: 0 })
}, 120_000)

it('a migration that waits too long for a locked table fails, and is applied once it is free', async () => {
  const database = await createTestDatabase()
  const { pool } = database
  onTestFinished(() => database.close())
  const files = await listMigrations()
  await pool.query('drop schema public cascade; create schema public')
  await migrate(pool, { only: files.slice(0, 5) })
  const keeper = await pool.connect()
  // The sixth file drops an index of this table.
  await keeper.query('begin; lock table products in access share mode')
  await expect(migrate(pool)).rejects.toMatchObject({ code: '55P03' })
  expect((await pool.query('select name from migrations order by 1')).rows).toHaveLength(5)
  await keeper.query('rollback')
  keeper.release()
  expect(await migrate(pool)).toEqual(files.slice(5))
}, 120_000)

it('each migration is applied once when several processes start on a new database', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await database.pool.query('drop schema public cascade; create schema public')
  const processes = [1, 2, 3].map(() => openDatabase(database.url, { max: 1, onIdleError: () => {} }))
  const applied = await Promise.all(processes.map(({ pool }) => migrate(pool)))
  await Promise.all(processes.map(({ close }) => close()))
  expect(applied.flat().sort()).toEqual(await listMigrations())
})
