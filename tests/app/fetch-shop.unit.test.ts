import { afterEach, expect, test, vi } from 'vitest'
import { fetchShop, shopNow } from '#app/fetch-shop.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("the shop's clock is never estimated too early, though the Date header has whole seconds", async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00.999Z') })
  vi.stubGlobal('fetch', async () => answerOf('Sun, 01 Mar 2026 12:00:00 GMT'))
  await fetchShop('/api/products')
  expect(shopNow()).toBeGreaterThanOrEqual(Date.now())
  expect(shopNow() - Date.now()).toBeLessThan(1000)
})

test('a response without a Date header leaves the clock unchanged', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') })
  vi.stubGlobal('fetch', async () => answerOf('Sun, 01 Mar 2026 14:00:00 GMT'))
  await fetchShop('/api/products')
  const before = shopNow()
  vi.stubGlobal('fetch', async () => answerOf(undefined))
  await fetchShop('/api/products')
  expect(shopNow()).toBe(before)
})

function answerOf(date: string | undefined): Response {
  return new Response('[]', date === undefined ? {} : { headers: { Date: date } })
}
