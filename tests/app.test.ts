import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { signUp } from '#tests/support/people.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

it('returns 200 from /healthz and /readyz while it is up', async () => {
  expect(await shop.call('GET', '/healthz')).toMatchObject({ status: 200, body: 'ok' })
  expect((await shop.call('GET', '/readyz')).status).toBe(200)
})

it.each([
  '/healthz',
  '/api/brands',
  '/api/nothing',
  '/api/bookings?email=a@example.com',
  '/auth/get-session',
])('sets the security headers on %s', async (path) => {
  const { headers } = await shop.call('GET', path)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

it('sends private responses with Cache-Control: no-store', async () => {
  const { email, token } = await signUp(shop, 'buyer')
  for (const path of [
    `/api/bookings?email=${email}`,
    `/api/user?email=${email}`,
    `/api/wishlist?email=${email}`,
  ])
    expect((await shop.call('GET', path, { token })).headers.get('cache-control')).toBe('no-store')
})

it('returns 503 while the database is unavailable, and recovers once it is back', async () => {
  const { pool } = shop.deps
  const connect = pool.connect
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  pool.connect = () => Promise.reject(refused) as never
  const query = pool.query
  pool.query = (() => Promise.reject(refused)) as never
  expect((await shop.call('GET', '/readyz')).status).toBe(503)
  const body = { name: 'Ann', email: 'ann@example.com', subject: 'Hello', message: 'Are you open?' }
  const away = await shop.call('POST', '/api/contact', { body })
  expect(away).toMatchObject({ status: 503, body: { code: 'database-unavailable' } })
  expect(away.headers.get('retry-after')).toBe('5')
  pool.connect = connect
  pool.query = query
  expect((await shop.call('GET', '/api/brands')).status).toBe(200)
})
