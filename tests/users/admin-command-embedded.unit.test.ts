import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded.ts'
import { newId } from '#server/database/ids.ts'
import { migrate } from '#server/database/migrate.ts'
import { embeddedForTest, poolForTest } from '#tests/database/embedded-for-test.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { runAdmin, UNPROVEN } from './run-admin.ts'

const EMAIL = 'ada@example.com'
const DONE = {
  code: 0,
  out: `${EMAIL} is an admin now. They have been signed out and must sign in again. ${UNPROVEN}\n`,
  err: '',
}
const database = (folder: string) => join(folder, 'database')

async function addAda(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  await pool.query('insert into users (id, name, email) values ($1, $2, $3)', [
    newId(new Date()),
    'Ada',
    EMAIL,
  ])
}
const typeOfAda = async (pool: pg.Pool) =>
  (await pool.query(`select user_type from users where email = '${EMAIL}'`)).rows[0]?.user_type

test('an admin is made while the shop runs on its embedded database', async () => {
  const folder = temporaryFolder()
  const pool = poolForTest(await embeddedForTest(database(folder)))
  await addAda(pool)
  expect(await runAdmin([EMAIL], { DATA_DIR: folder })).toEqual(DONE)
  expect(await typeOfAda(pool)).toBe('admin')
})

test('an admin is made while the shop is stopped, and the database is released afterwards', async () => {
  const folder = temporaryFolder()
  const first = await startEmbedded({ folder: database(folder), log: { error: () => {} } })
  const before = new pg.Pool({ connectionString: first.url })
  await addAda(before)
  await before.end()
  await first.stop()
  expect(await runAdmin([EMAIL], { DATA_DIR: folder })).toEqual(DONE)
  expect(await typeOfAda(poolForTest(await embeddedForTest(database(folder))))).toBe('admin')
})

test('the command says to stop the running shop when it cannot join its database', async () => {
  const folder = temporaryFolder()
  await embeddedForTest(database(folder), { loopback: true })
  const { code, out, err } = await runAdmin([EMAIL], { DATA_DIR: folder })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(
    /^The database in \S+ is in use by another Clamshell \(process \d+\): stop that one, .*\n$/,
  )
})

test('the command creates no shop where none was started yet', async () => {
  const folder = temporaryFolder()
  const { code, err } = await runAdmin([EMAIL], { DATA_DIR: folder })
  expect({ code, err }).toEqual({
    code: 1,
    err: `There is no shop in ${folder} yet: start it first.\n`,
  })
  expect(existsSync(database(folder))).toBe(false)
})

test('an unreachable database is reported in one line', async () => {
  const { code, out, err } = await runAdmin([EMAIL], {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^The database cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$/)
})
