import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const GATE = 98

/** Starts the server as it is, and does not wait for it to be ready. */
function startUnready(url: string) {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, PORT: '0', DATA_DIR: temporaryFolder(), DATABASE_URL: url, DEMO: '0' }
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  return spawn(process.execPath, ['server/main.ts'], { cwd, env, stdio: 'ignore' })
}

it('leaves a migration that is killed in its middle undone, and the next start does it whole', async () => {
  const database = await createTestDatabase()
  const { pool } = database
  const gate = new pg.Client({ connectionString: database.url })
  await gate.connect()
  const tables = async () =>
    (await pool.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)).rows.map(
      ({ tablename }) => tablename,
    )
  const whole = await tables()
  await pool.query('drop schema public cascade; create schema public; create schema test')
  // The second file waits at the gate: the first has made its tables by then.
  await pool.query(`create function test.wait() returns event_trigger language plpgsql as $$ begin
    if to_regclass('public.messages') is not null then
      perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(${GATE});
    end if; end $$`)
  await pool.query(`create event trigger slow on ddl_command_end execute function test.wait()`)
  await gate.query('select pg_advisory_lock($1)', [GATE])
  const server = startUnready(database.url)
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1)
  server.kill('SIGKILL')
  await once(server, 'exit')
  await gate.query('select pg_advisory_unlock($1)', [GATE])
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(0)
  const backends = `select pid from pg_stat_activity where datname = current_database() and application_name = 'clamshell'`
  await expect.poll(async () => (await pool.query(backends)).rowCount, { timeout: 30_000 }).toBe(0)
  expect(await tables()).toEqual([])

  await pool.query('drop event trigger slow')
  expect(await migrate(pool)).not.toEqual([])
  expect(await tables()).toEqual(whole)
  await gate.end()
  await database.close()
}, 120_000)
