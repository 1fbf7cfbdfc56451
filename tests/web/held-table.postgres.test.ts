import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

/** How many pages wait for the table: with two at a time for ten seconds, the last would wait for 40 seconds. */
const WAITING = 8

let database: TestDatabase
let shop: Shop
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startShop({ env: { DATABASE_URL: database.url } })
})
afterAll(async () => {
  await shop.stop()
  await database.close()
})

/** Pages of a brand that were never requested: each starts after one more laptop. */
async function newPages(): Promise<string[]> {
  const limits = Array.from({ length: WAITING }, (_, n) => n + 1)
  return Promise.all(
    limits.map(async (limit) => {
      const { headers } = await fetch(`${shop.url}/api/product?brand=hp&limit=${limit}`)
      const next = /[?&]after=([^&>]+)/.exec(headers.get('link') ?? '')
      return `/brand/hp?after=${next?.[1]}`
    }),
  )
}

it('while a table is locked, pages that do not need it are served, and others fail in time', async () => {
  const targets = await newPages()
  expect(new Set(targets).size).toBe(WAITING)
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('lock table products')
  try {
    const statuses = targets.map(async (target) => (await fetch(shop.url + target)).status)
    const began = performance.now()
    const { status } = await fetch(`${shop.url}/signup`)
    expect(status).toBe(200)
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([503]))
    // All of them came within the ten seconds that a statement may take, or a busy machine's ten more.
    expect(performance.now() - began).toBeLessThan(20_000)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect((await fetch(shop.url + targets[0])).status).toBe(200)
})
