import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a test file gets a database with every migration applied and nothing in it', async () => {
  const { rows } = await database.pool.query('select name from migrations order by name')
  const written = readdirSync('server/database/migrations').filter((name) => name.endsWith('.sql'))
  expect(written.length).toBeGreaterThan(1)
  expect(rows.map(({ name }) => name)).toEqual(written.sort())
  const users = await database.pool.query('select count(*)::int as n from users')
  expect(users.rows).toEqual([{ n: 0 }])
})

test('two databases of one test file are isolated from each other', async () => {
  const other = await createTestDatabase()
  await other.pool.query('create table only_here (n int)')
  await expect(database.pool.query('select * from only_here')).rejects.toThrow('does not exist')
  await other.close()
})
