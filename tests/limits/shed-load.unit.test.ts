import { expect, onTestFinished, test, vi } from 'vitest'
import { shedLoad } from '#server/http/shed-load.ts'
import { overloaded } from '#server/limit-concurrency.ts'

const ADDRESS = '127.0.0.1'

/** A shop whose responses all wait for `finish`, and the requests to it. */
function busyShop() {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const begun: string[] = []
  const fetch = shedLoad(async (request) => {
    begun.push(new URL(request.url).pathname)
    await promise
    if (begun.at(-1) === '/fails') throw overloaded()
    return new Response('served')
  })
  const ask = (path: string, { method = 'GET', inside = false } = {}) =>
    fetch(new Request(`http://shop.test${path}`, { method }), inside ? undefined : ADDRESS).then(
      ({ status }) => status,
      (problem: { code: string; retryAfterSeconds: number }) => {
        expect(problem.retryAfterSeconds).toBeGreaterThan(0)
        return problem.code
      },
    )
  return { ask, finish, begun }
}
const times = <T>(count: number, once: () => T): T[] => Array.from({ length: count }, once)
/** A refusal comes at once: before any admitted request has ended. */
const atOnce = <T>(answer: Promise<T>) =>
  Promise.race([answer, new Promise((done) => setImmediate(done, 'waits'))])

test('500 visitors and 50 buyers are served at the same time', async () => {
  const { ask, finish } = busyShop()
  const visitors = times(500, () => ask('/api/products'))
  const buyers = times(50, () => ask('/auth/sign-in/email', { method: 'POST' }))
  finish()
  expect(new Set(await Promise.all([...visitors, ...buyers]))).toEqual(new Set([200]))
})

test('requests beyond the limit are refused at once, except payments and health checks', async () => {
  const { ask, finish } = busyShop()
  const taken = times(1000, () => ask('/'))
  expect(await atOnce(ask('/'))).toBe('overloaded')
  expect(await atOnce(ask('/api/products'))).toBe('overloaded')
  const preferred = ['/api/webhooks/stripe', '/api/create-payment-intent', '/api/paymentinfo']
  for (const path of ['/healthz', '/readyz', ...preferred])
    expect(await atOnce(ask(path, { method: 'POST' }))).toBe('waits')
  // The shop's own requests are part of those admitted.
  expect(await atOnce(ask('/api/products', { inside: true }))).toBe('waits')
  finish()
  expect(new Set(await Promise.all(taken))).toEqual(new Set([200]))
  // Nor do requests that fail keep their places.
  await Promise.all(times(1000, () => ask('/fails')))
  expect(await ask('/')).toBe(200)
})

test('a process behind its timers admits fewer requests, except payments', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const { ask, finish } = busyShop()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  vi.advanceTimersByTime(500)
  const taken = times(600, () => ask('/'))
  expect(await atOnce(ask('/'))).toBe('overloaded')
  const paying = times(1000, () => ask('/api/create-payment-intent', { method: 'POST' }))
  expect(await atOnce(ask('/api/create-payment-intent', { method: 'POST' }))).toBe('overloaded')
  finish()
  expect(new Set(await Promise.all([...taken, ...paying]))).toEqual(new Set([200]))
})

test('when the image store hangs, requests for pictures do not block others', async () => {
  const { ask, finish } = busyShop()
  const taken = times(1000, () => ask('/api/images/0123?w=320'))
  expect(await atOnce(ask('/api/images/0123?w=320'))).toBe('overloaded')
  expect(await atOnce(ask('/'))).toBe('waits')
  finish()
  expect(new Set(await Promise.all(taken))).toEqual(new Set([200]))
})

test.each([
  ['/auth/sign-in/email', 4, 150],
  ['/auth/sign-up/email', 4, 150],
  ['/auth/reset-password', 4, 150],
  ['/auth/change-password', 4, 150],
  ['/api/images', 4, 28],
])('POST %s: %i run at a time, %i wait, and no other request waits for them', async (path, width, line) => {
  const { ask, finish, begun } = busyShop()
  const taken = times(width + line, () => ask(path, { method: 'POST' }))
  expect(begun).toHaveLength(width)
  expect(await atOnce(ask(path, { method: 'POST' }))).toBe('overloaded')
  const visitor = ask('/')
  expect(begun.at(-1)).toBe('/')
  // A GET is not counted.
  const looking = ask(path)
  expect(begun).toHaveLength(width + 2)
  finish()
  expect(new Set(await Promise.all([...taken, visitor, looking]))).toEqual(new Set([200]))
  expect(begun).toHaveLength(width + line + 2)
})
