import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { NEVER } from '#tests/support/invariants.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = (await crowd(shop, 'seller', 1))[0] as Person
})
afterAll(() => shop.close())

const total = async () => (await shop.call('GET', '/api/products')).headers.get('x-total-count')
/** The same shop over one given connection. */
const on = (client: pg.PoolClient) => ({
  deps: shop.deps,
  sql: (text: string, values?: unknown[]) => client.query(text, values).then(({ rows }) => rows),
})

it('an uncommitted laptop does not block adding another, and is counted once committed', async () => {
  const slow = await shop.deps.pool.connect()
  await slow.query('begin')
  await putOnSale(on(slow), seller)
  const quick = await shop.deps.pool.connect()
  await quick.query(`set lock_timeout = '200ms'`)
  await putOnSale(on(quick), seller)
  await putOnSale(on(quick), seller)
  quick.release(true)
  expect(await total()).toBe('2')
  await slow.query('commit')
  slow.release()
  expect(await total()).toBe('3')
})

it('transactions that change two lists in opposite orders do not deadlock', async () => {
  const [one, other] = [await shop.deps.pool.connect(), await shop.deps.pool.connect()]
  const person = (n: number) =>
    `insert into users (id, name, email, user_type) values (gen_random_uuid(), 'P', 'p${n}@example.com', 'buyer')`
  await Promise.all([one.query('begin'), other.query('begin')])
  await putOnSale(on(one), seller)
  await other.query(person(1))
  await one.query(person(2))
  await putOnSale(on(other), seller)
  await Promise.all([one.query('commit'), other.query('commit')])
  one.release()
  other.release()
  expect(await shop.sql(NEVER['a list’s count is not the number of its rows'])).toEqual([])
})

it('forty laptops added concurrently are counted exactly', async () => {
  const before = Number(await total())
  await Promise.all(Array.from({ length: 40 }, () => putOnSale(shop, seller)))
  expect(await total()).toBe(String(before + 40))
  const [{ n }] = await shop.sql(`select count(*)::int as n from counts where list = 'products'`)
  expect(n).toBeLessThanOrEqual(10)
})
