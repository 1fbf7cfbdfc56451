import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageCache } from '#server/web/page-cache.ts'
import { atOnce, fetchFrom, get, now, page, settle, TEXT } from './cached-pages.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A queue whose waiting work is started by the test. */
function line() {
  const waiting: (() => void)[] = []
  return {
    waiting,
    async takeTurn<T>(work: () => Promise<T>) {
      await new Promise<void>((begin) => waiting.push(begin))
      return work()
    },
  }
}

test('a popular page is rendered again at once, while made-up paths wait in the queue', async () => {
  const { waiting, takeTurn } = line()
  const make = vi.fn(async (target: string) => page(TEXT, target === '/' ? 200 : 404))
  const fetch = fetchFrom(createPageCache({ make, takeTurn, takeCachedTurn: takeTurn }))
  for (const _ of ['made', 'kept']) {
    const asked = fetch(get('/'))
    await settle()
    waiting.shift()?.()
    await asked
  }
  vi.advanceTimersByTime(999)
  const madeUp = [fetch(get('/made-up-1')), fetch(get('/made-up-2'))]
  expect((await fetch(get('/'))).status).toBe(200)
  await settle()
  expect(make).toHaveBeenCalledTimes(3)
  expect(waiting).toHaveLength(2)
  for (const begin of waiting) begin()
  await Promise.all(madeUp)
  expect(make).toHaveBeenCalledTimes(5)
})

test('cached pages without recent requests wait in a queue of their own', async () => {
  const { waiting, takeTurn: takeCachedTurn } = line()
  const make = vi.fn(async (_target: string) => page())
  const fetch = fetchFrom(createPageCache({ make, takeTurn: now, takeCachedTurn }))
  const askAll = () => [1, 2, 3].map((n) => fetch(get(`/${n}`)))
  for (const _ of ['made', 'kept']) await Promise.all(askAll())
  make.mockClear()
  vi.advanceTimersByTime(1000)
  const asked = askAll()
  await settle()
  expect([waiting.length, make.mock.calls.length]).toEqual([3, 0])
  for (const begin of waiting) begin()
  await Promise.all(asked)
  expect(make).toHaveBeenCalledTimes(3)
})

test('at most sixteen popular pages are rendered again at once', async () => {
  const { waiting, takeTurn: takeCachedTurn } = line()
  const make = vi.fn(async (_target: string) => page())
  const fetch = fetchFrom(createPageCache({ make, takeTurn: now, takeCachedTurn }))
  const askAll = () => Promise.all(Array.from({ length: 20 }, (_, n) => fetch(get(`/${n}`))))
  for (const _ of ['made', 'kept']) await askAll()
  make.mockClear()
  make.mockImplementation(() => new Promise(() => {}))
  vi.advanceTimersByTime(999)
  await askAll()
  await settle()
  expect([waiting.length, make.mock.calls.length]).toEqual([4, 16])
})

test('sixteen pages that are rendered again make room for the next when they are done', async () => {
  const { waiting, takeTurn: takeCachedTurn } = line()
  const make = vi.fn(async (_target: string) => page())
  const fetch = fetchFrom(createPageCache({ make, takeTurn: now, takeCachedTurn }))
  const askAll = () => Promise.all(Array.from({ length: 16 }, (_, n) => fetch(get(`/${n}`))))
  for (const _ of ['made', 'kept']) await askAll()
  for (const _ of ['renewed', 'renewed again']) {
    make.mockClear()
    vi.advanceTimersByTime(999)
    await askAll()
    await settle()
    expect([waiting.length, make.mock.calls.length]).toEqual([0, 16])
  }
})

test('the size of a short page in the cache includes that of its URL', async () => {
  const make = vi.fn(async (_target: string) => page('short'))
  const fetch = fetchFrom(createPageCache({ make, ...atOnce }))
  const long = (n: number) => get(`/login.data?${n}${'x'.repeat(15_000)}`)
  for (let n = 0; n < 600; n++) for (const _ of ['made', 'kept']) await fetch(long(n))
  make.mockClear()
  await fetch(long(599))
  expect(make).not.toHaveBeenCalled()
  await fetch(long(0))
  expect(make).toHaveBeenCalled()
})

test('a requested page stays cached, however many others are made up', async () => {
  const make = vi.fn(async (_target: string) => page('x'.repeat(1_000_000)))
  const fetch = fetchFrom(createPageCache({ make, ...atOnce }))
  await fetch(get('/'))
  for (let n = 0; n < 20; n++) {
    // Each is requested twice, so that it is cached.
    await fetch(get(`/?made-up=${n}`))
    await fetch(get(`/?made-up=${n}`))
    await fetch(get('/'))
  }
  expect(make.mock.calls.filter(([target]) => target === '/')).toHaveLength(2)
  await fetch(get('/?made-up=0'))
  expect(make.mock.calls.filter(([target]) => target === '/?made-up=0')).toHaveLength(3)
})
