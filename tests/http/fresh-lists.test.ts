import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller', 'Salma')
  await putOnSale(shop, seller, { name: 'A laptop', advertised: true })
})
afterAll(() => shop.close())

const LISTS = ['/api/products', '/api/adsproduct', '/api/product?brand=hp', '/api/brand/hp']
const namesOf = async (path: string): Promise<string[]> => {
  const { body } = await shop.call('GET', path)
  return (body.products ?? body).map(({ name }: { name: string }) => name)
}

it('concurrent requests for a list share one database read and one response', async () => {
  for (const path of LISTS) await shop.call('GET', path)
  const query = vi.spyOn(shop.deps.pool, 'query')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => shop.call('GET', LISTS[n % LISTS.length] ?? '')),
  )
  const asked = query.mock.calls.map((call) => JSON.stringify(call[0]))
  query.mockRestore()
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBeLessThanOrEqual(LISTS.length)
  // Each list is read at most once more, if a second has just gone by.
  expect(asked.filter((text) => text.includes('from \\"products\\"')).length).toBeLessThanOrEqual(12)
  expect(asked.filter((text) => text.includes('pg_current_snapshot')).length).toBeLessThanOrEqual(2)
})

it('a change shows in the lists as soon as it is committed, and not before', async () => {
  const client = await shop.deps.pool.connect()
  try {
    for (const [n, path] of LISTS.entries()) {
      const [old = '', name] = [(await namesOf(path))[0], `Renamed ${n}`]
      await client.query('begin')
      await client.query('update products set name = $1', [name])
      // The embedded database serves no other connection while a transaction is open.
      if (inject('testDatabase').engine === 'postgres') expect(await namesOf(path)).toEqual([old])
      await client.query('commit')
      expect(await namesOf(path)).toEqual([name])
    }
  } finally {
    client.release()
  }
})

it('cached responses have the same headers as uncached ones', async () => {
  const path = '/api/products?limit=1'
  await putOnSale(shop, seller)
  const [kept, again] = [await shop.call('GET', path), await shop.call('GET', path)]
  // The response to a HEAD is never cached.
  const made = await shop.call('HEAD', path)
  const own = ['x-request-id', 'content-length']
  const sent = ({ headers }: typeof kept) => [...headers].filter(([name]) => !own.includes(name))
  expect(sent(kept)).toEqual(sent(made))
  expect(sent(again)).toEqual(sent(made))
  expect(kept.headers.get('link')).toMatch(/rel="next"/)
  expect(new Set([kept, again, made].map(({ headers }) => headers.get('x-request-id'))).size).toBe(3)
})
