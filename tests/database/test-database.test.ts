import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a test file gets a database with every migration applied and nothing in it', async () => {
  const { rows } = await database.pool.query('select name from migrations order by name')
  expect(rows[0]).toEqual({ name: '0001-shop.sql' })
  const users = await database.pool.query('select count(*)::int as n from users')
  expect(users.rows).toEqual([{ n: 0 }])
})

test('two databases of one test file do not see each other', async () => {
  const other = await createTestDatabase()
  await other.pool.query('create table only_here (n int)')
  await expect(database.pool.query('select * from only_here')).rejects.toThrow('does not exist')
  await other.close()
})
