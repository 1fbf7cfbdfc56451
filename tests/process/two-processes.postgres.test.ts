import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/* The embedded database has a single session for all. */
let database: TestDatabase
let shops: Shop[] = []
const DATA_DIR = temporaryFolder(afterAll)
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  const env = { DATABASE_URL: database.url, DATA_DIR, SECRET: 'the same secret in both processes' }
  shops = await Promise.all([startShop({ env }), startShop({ env })])
})
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()))
  await database.close()
})

it('two processes that start together serve the same shop, migrated and filled once', async () => {
  const lists = await Promise.all(
    shops.map(async ({ url }) => (await fetch(`${url}/api/adsproduct`)).json() as Promise<{ _id: string }[]>),
  )
  expect(lists[0]).toHaveLength(20)
  expect(lists[1]).toEqual(lists[0])
  const { rows } = await database.pool.query(`select count(*)::int from users where user_type = 'admin'`)
  expect(rows).toEqual([{ count: 1 }])
})
