import { setImmediate as endOfTurn } from 'node:timers/promises'
import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { createPublicReads, READS } from '#server/http/public-reads.ts'
import { createServe, type Env } from '#server/http/serve.ts'
import { notFound } from '#server/problems.ts'

const reads = createPublicReads()
const echo = async (asked: object) => ({ body: asked, headers: { 'x-total-count': '7' } })
reads.add(api.products, echo)
reads.add(api.productsByBrand, echo)
reads.add(api.brand, echo)
const refuse = vi.fn(() => Promise.reject(notFound('brand')))
reads.add(api.brands, refuse)

test('an endpoint is found by its URL, and gets its input as parsed by its contract', async () => {
  const answer = await reads.find('/api/product?brand=hp&limit=2')?.read()
  expect(answer?.status).toBe(200)
  expect(answer?.headers).toMatchObject({ 'content-type': 'application/json', 'x-total-count': '7' })
  expect(JSON.parse(String(answer?.body && Buffer.from(answer.body)))).toEqual({
    query: { brand: 'hp', limit: 2 },
    url: 'http://shop.internal/api/product?brand=hp&limit=2',
  })
  const ofBrand = await reads.find('/api/brand/hp?after=x')?.read()
  expect(JSON.parse(String(ofBrand?.body && Buffer.from(ofBrand.body)))).toMatchObject({
    params: { id: 'hp' },
    query: { after: 'x', limit: 24 },
  })
})

test('finding an endpoint does not run it, and reading rethrows its error', async () => {
  const found = reads.find('/api/brands')
  expect(refuse).not.toHaveBeenCalled()
  await expect(found?.read()).rejects.toMatchObject({ code: 'not-found' })
})

test.each([
  ['/api/products?limit=2', '/api/products?limit=2'],
  ['/api/products?x=1&limit=2&y', '/api/products?limit=2'],
  ['/api/products?x=1', '/api/products'],
  ['/api/brands?limit=2', '/api/brands'],
])('%s is normalized to %s', async (target, asked) => {
  expect(reads.find(target)?.target).toBe(asked)
  const { body } = (await reads.find('/api/products?x=1&limit=2')?.read()) ?? {}
  expect(String(body && Buffer.from(body))).toContain('"http://shop.internal/api/products?limit=2"')
})

test.each([
  ['an unknown endpoint', '/api/bookings'],
  ['a longer path', '/api/brand/hp/more'],
  ['a shorter path', '/api/brand/'],
  ['a page', '/products'],
  ['an escape in the path', '/api/brand/h%70'],
  ['an escape in the query', '/api/products?limit=%32'],
  ['a plus, which is a space', '/api/product?brand=h+p'],
  ['a value out of bounds', '/api/products?limit=101'],
  ['a missing parameter', '/api/product'],
  ['a repeated parameter', '/api/products?limit=2&limit=3'],
  ['another host', 'http://other.test/api/products'],
])('%s is left to the router', (_, address) => {
  expect(reads.find(address)).toBeUndefined()
})

test.each([
  ['HEAD', '/products?limit=7'],
  ['GET', '/products?limit=7&x=%21'],
])('%s %s is not found by its URL, but waits for its turn all the same', async (method, target) => {
  const app = new OpenAPIHono<Env>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const read = vi.fn(async () => {
    await promise
    return { body: [] }
  })
  createServe(app, { publicReads: createPublicReads() } as never)(api.products, read)
  const answers = Array.from({ length: READS.atOnce + 10 }, () => app.request(target, { method }))
  await expect.poll(() => read).toHaveBeenCalledTimes(READS.atOnce)
  for (let turn = 0; turn < 50; turn++) await endOfTurn()
  expect(read).toHaveBeenCalledTimes(READS.atOnce)
  resolve()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200))
})
