import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/* Two processes on one database, behind a proxy on this machine. */
const DATA_DIR = temporaryFolder(afterAll)
let database: TestDatabase
let shops: Shop[] = []
let env: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  env = {
    DATABASE_URL: database.url,
    DATA_DIR,
    SECRET: 'the same secret in both processes',
    DEMO: '0',
    TRUSTED_PROXIES: '127.0.0.1, ::1',
    LOG_LEVEL: 'silent',
  }
  shops = await Promise.all([startShop({ env }), startShop({ env })])
})
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()))
  await database.close()
})

const post = async (shop: Shop | undefined, path: string, body: object, from: string) => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const answer = await fetch(`${shop?.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.text()
  return answer.status
}
let count = 0
const write = (shop: Shop | undefined, from: string) =>
  post(
    shop,
    '/api/contact',
    { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: `Number ${++count}` },
    from,
  )
const guess = (shop: Shop | undefined, email: string, from: string) =>
  post(shop, '/auth/sign-in/email', { email, password: 'a wrong password' }, from)

it('requests counted by one process count in the other, and after a restart', async () => {
  const from = '203.0.113.7'
  for (let time = 0; time < 5; time++) expect(await write(shops[time % 2], from)).toBe(201)
  expect(await write(shops[0], from)).toBe(429)
  expect(await write(shops[1], from)).toBe(429)
  await shops[1]?.stop()
  shops[1] = await startShop({ env })
  expect(await write(shops[1], from)).toBe(429)
  expect(await write(shops[1], '203.0.113.8')).toBe(201)
})

it('concurrent wrong passwords are limited to ten across two processes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => guess(shops[n % 2], 'ada@example.com', `198.51.100.${n}`)),
  )
  expect(answers.filter((status) => status === 401)).toHaveLength(10)
  expect(answers.filter((status) => status === 429)).toHaveLength(14)
})

it('X-Forwarded-For entries before that of the trusted proxy are ignored', async () => {
  const last = '203.0.113.20'
  for (let time = 0; time < 5; time++) expect(await write(shops[0], `10.0.0.${time}, ${last}`)).toBe(201)
  expect(await write(shops[0], `10.0.0.99, ${last}`)).toBe(429)
})
