import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { withTransaction } from '#server/database/with-transaction.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { farDoor } from './far-door.ts'

/** The lock that the commit of a wish waits for, if a test holds it. */
const GATE = 99
let database: TestDatabase
let shop: Shop
let door: ReturnType<typeof farDoor>
let seller: Person
let buyer: Person
let gate: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startShop({ env: { DATABASE_URL: database.url, DEMO: '0', LOG_LEVEL: 'silent' } })
  door = farDoor(() => shop.url, database.pool)
  seller = await signUp(door, 'seller')
  buyer = await signUp(door, 'buyer')
  gate = new pg.Client({ connectionString: database.url })
  await gate.connect()
  await door.sql(`create function wait_at_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`)
  await door.sql(`create constraint trigger slow_commit after insert on wishlist
    deferrable initially deferred for each row execute function wait_at_gate()`)
})
afterAll(async () => {
  await gate?.end()
  await shop?.stop()
  await database?.close()
})

const mine = `application_name = 'clamshell' and datname = current_database()`
/** Waits until they have ended. */
const terminate = (which = 'true') =>
  door.sql(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${mine} and ${which}`)
const wish = (productId: string) =>
  door.call('POST', '/api/wishlist', { token: buyer.token, body: { productId } })
/** All rows are written; only the commit waits. */
const inCommit = `wait_event_type = 'Lock' and wait_event = 'advisory'`
const count = async (which: string) =>
  (await door.sql(`select pid from pg_stat_activity where ${mine} and ${which}`)).length

async function expectAllWell(): Promise<void> {
  expect((await wish(await putOnSale(door, seller))).status).toBe(201)
  expect(await count(`state like 'idle in transaction%'`)).toBe(0)
  await expect.poll(() => count('true')).toBeLessThanOrEqual(10)
}

it('the shop serves requests after its idle database connections were terminated', async () => {
  await Promise.all(Array.from({ length: 10 }, () => door.call('GET', '/api/products')))
  await terminate()
  await expect.poll(async () => (await door.call('GET', '/api/products')).status).toBe(200)
  await expectAllWell()
})

it('a request whose connection is terminated in the commit gets a 503 and stores nothing', async () => {
  const productId = await putOnSale(door, seller)
  await gate.query('select pg_advisory_lock($1)', [GATE])
  const answer = wish(productId)
  await expect.poll(() => count(inCommit)).toBe(1)
  await terminate(inCommit)
  const { status, headers, body } = await answer
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'database-unavailable' })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await door.sql('select id from wishlist where product_id = $1', [productId])).toEqual([])
  await gate.query('select pg_advisory_unlock($1)', [GATE])
  expect((await wish(productId)).status).toBe(201)
  await expectAllWell()
})

it('requests except public lists get a 503 while all connections are in use, and recover', async () => {
  const laptops = await Promise.all(Array.from({ length: 16 }, () => putOnSale(door, seller)))
  await gate.query('select pg_advisory_lock($1)', [GATE])
  const held = laptops.map(wish)
  await expect.poll(() => count(inCommit), { timeout: 30_000 }).toBeGreaterThanOrEqual(6)
  const odd = [1, 2, 3, 4, 5, 6].map((rows) => `/api/products?limit=${rows}`)
  for (const path of [...odd, '/api/products', '/api/brand/hp', '/api/blogs', '/api/blogs3'])
    expect((await door.call('GET', path)).status, path).toBe(200)
  const { status, body } = await door.call('GET', '/api/wishlist', { token: buyer.token })
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'database-unavailable' })
  expect((await door.call('GET', '/healthz')).status).toBe(200)
  await gate.query('select pg_advisory_unlock($1)', [GATE])
  const statuses = (await Promise.all(held)).map((answer) => answer.status)
  expect(statuses.filter((each) => each !== 201 && each !== 503)).toEqual([])
  expect(statuses).toContain(201)
  await expectAllWell()
})

it('the pool keeps its size after a terminated connection and a failed transaction', async () => {
  const own = openDatabase(database.url, { max: 3, onIdleError: () => {} })
  const ended = withTransaction(own.pool, async (_db, client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
    await client.query('select 1')
  })
  await expect(ended).rejects.toThrow()
  await expect(withTransaction(own.pool, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const three = await Promise.all([1, 2, 3].map(() => own.pool.connect()))
  for (const client of three) client.release()
  expect({ total: own.pool.totalCount, idle: own.pool.idleCount }).toEqual({ total: 3, idle: 3 })
  await own.close()
})
