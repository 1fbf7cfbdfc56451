import { afterEach, expect, test, vi } from 'vitest'
import { fetchShop, shopNow } from '#app/fetch-shop.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("the shop's clock is not taken to be before what it is, though an answer says whole seconds", async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00.999Z') })
  vi.stubGlobal('fetch', async () => answerOf('Sun, 01 Mar 2026 12:00:00 GMT'))
  await fetchShop('/api/products')
  expect(shopNow()).toBeGreaterThanOrEqual(Date.now())
  expect(shopNow() - Date.now()).toBeLessThan(1000)
})

test('an answer that does not say when it was sent leaves the clock as it was', async () => {
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
