import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPages } from '#server/web/page-cache.ts'

const TEXT = 'a page of some length. '.repeat(200)
const get = (path: string, accept = '') =>
  new Request(`http://shop.test${path}`, { headers: { 'Accept-Encoding': accept } })

/** Pages that count how often each was made. */
function counted(cacheControl = 'public, max-age=0') {
  const made = vi.fn((_: Request) =>
    Promise.resolve(new Response(TEXT, { headers: { 'Cache-Control': cacheControl } })),
  )
  return { made, fetch: keepPages(made, (work) => work()) }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a page asked for by many within a second is made once', async () => {
  const { made, fetch } = counted()
  await Promise.all([fetch(get('/')), fetch(get('/')), fetch(get('/'))])
  vi.advanceTimersByTime(999)
  expect(await (await fetch(get('/'))).text()).toBe(TEXT)
  expect(made).toHaveBeenCalledTimes(1)
})

test('after a second it is made anew', async () => {
  const { made, fetch } = counted()
  await fetch(get('/'))
  vi.advanceTimersByTime(1000)
  await fetch(get('/'))
  expect(made).toHaveBeenCalledTimes(2)
})

test('what may not be kept is made for each who asks', async () => {
  const { made, fetch } = counted('no-cache')
  await fetch(get('/login'))
  await fetch(get('/login'))
  expect(made).toHaveBeenCalledTimes(2)
})

test('a page that could not be made is tried again at once', async () => {
  const { made, fetch } = counted()
  made.mockRejectedValueOnce(new Error('no database'))
  await expect(fetch(get('/'))).rejects.toThrow('no database')
  expect((await fetch(get('/'))).status).toBe(200)
})

test('each gets the compression it takes', async () => {
  const { fetch } = counted()
  const bytes = async (accept: string) => {
    const response = await fetch(get('/', accept))
    return [response.headers.get('Content-Encoding'), Buffer.from(await response.arrayBuffer())] as const
  }
  const [br, packed] = await bytes('gzip, deflate, br')
  expect([br, brotliDecompressSync(packed).toString()]).toEqual(['br', TEXT])
  const [gzip, zipped] = await bytes('gzip, br;q=0')
  expect([gzip, gunzipSync(zipped).toString()]).toEqual(['gzip', TEXT])
  const [none, plain] = await bytes('identity')
  expect([none, plain.toString()]).toEqual([null, TEXT])
})

test('pages that many ask for are made at once, while made-up addresses wait in line', async () => {
  const line: (() => void)[] = []
  const made = vi.fn((_: Request) =>
    Promise.resolve(new Response(TEXT, { headers: { 'Cache-Control': 'public' } })),
  )
  const fetch = keepPages(made, async (work) => {
    await new Promise<void>((begin) => line.push(begin))
    return work()
  })
  const first = fetch(get('/'))
  line.shift()?.()
  await first
  vi.advanceTimersByTime(1000)
  const waiting = [fetch(get('/made-up-1')), fetch(get('/made-up-2'))]
  expect((await fetch(get('/'))).status).toBe(200)
  expect(made).toHaveBeenCalledTimes(2)
  expect(line).toHaveLength(2)
  for (const begin of line) begin()
  await Promise.all(waiting)
  expect(made).toHaveBeenCalledTimes(4)
})
