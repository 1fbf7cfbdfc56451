import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageCache } from '#server/web/page-cache.ts'
import { atOnce, fetchFrom, get, now, page, settle, TEXT, textOf } from './cached-pages.ts'

/** Pages that count how often each was rendered. `known`: whether the first one was requested before. */
async function counted({ known = true } = {}) {
  const make = vi.fn(async (_target: string) => page())
  const fetch = fetchFrom(createPageCache({ make, ...atOnce }))
  if (known) await fetch(get('/'))
  make.mockClear()
  return { make, fetch }
}

/**
 * Pages that were requested before, whose rendering is ended by the test; the text of each includes how many renderings
 * had begun before it.
 */
async function slow() {
  const ends: (() => void)[] = []
  const make = vi.fn(async () => {
    const text = TEXT + ends.length
    await new Promise<void>((end) => ends.push(end))
    return page(text)
  })
  const fetch = fetchFrom(createPageCache({ make, ...atOnce }))
  const first = fetch(get('/'))
  await settle()
  ends.shift()?.()
  await first
  make.mockClear()
  return { make, ends, fetch }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('concurrent requests for an uncached page render it once, and it is cached', async () => {
  const { make, fetch } = await counted({ known: false })
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(get('/'))))
  expect(new Set(answers.map(textOf))).toEqual(new Set([TEXT]))
  await fetch(get('/'))
  expect(make).toHaveBeenCalledTimes(1)
})

test('a page is cached from its second request on', async () => {
  const { make, fetch } = await counted({ known: false })
  for (const times of [1, 2, 2]) {
    await fetch(get('/'))
    expect(make).toHaveBeenCalledTimes(times)
  }
})

test('a page with no-store is rendered for each request', async () => {
  const { make, fetch } = await counted({ known: false })
  make.mockImplementation(async () => ({ ...page(), headers: new Headers({ 'Cache-Control': 'no-store' }) }))
  for (const times of [1, 2, 3]) {
    await fetch(get('/reset-password?token=x'))
    expect(make).toHaveBeenCalledTimes(times)
  }
})

test('a page requested after half a second is served from the cache, and rendered again once', async () => {
  const { make, ends, fetch } = await slow()
  const first = fetch(get('/'))
  await settle()
  ends[0]?.()
  await first
  vi.advanceTimersByTime(499)
  await fetch(get('/'))
  await settle()
  expect(make).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(500)
  const crowd = await Promise.all([1, 2, 3].map(() => fetch(get('/'))))
  expect(crowd.map(textOf)).toEqual([1, 2, 3].map(() => `${TEXT}0`))
  await settle()
  expect(make).toHaveBeenCalledTimes(2)
  ends[1]?.()
  await settle()
  expect(textOf(await fetch(get('/')))).toBe(`${TEXT}1`)
})

test('a page that is rendered again and again never waits in the queue of cached pages', async () => {
  let waited = 0
  const takeCachedTurn: typeof now = (work) => {
    waited += 1
    return now(work)
  }
  const fetch = fetchFrom(createPageCache({ make: async () => page(), ...atOnce, takeCachedTurn }))
  for (let n = 0; n < 30; n++) {
    await fetch(get('/'))
    await settle()
    vi.advanceTimersByTime(600)
  }
  expect(waited).toBe(0)
})

test('a page that is a second old is not served from the cache', async () => {
  const { make, ends, fetch } = await slow()
  const first = fetch(get('/'))
  await settle()
  ends[0]?.()
  await first
  vi.advanceTimersByTime(1000)
  const late = [fetch(get('/')), fetch(get('/'))]
  await settle()
  expect(make).toHaveBeenCalledTimes(2)
  ends[1]?.()
  expect((await Promise.all(late)).map(textOf)).toEqual([`${TEXT}1`, `${TEXT}1`])
})

test('requests a second after the start of a rendering wait for the next one, which they share', async () => {
  const { make, ends, fetch } = await slow()
  const first = fetch(get('/'))
  await settle()
  vi.advanceTimersByTime(1000)
  const late = [fetch(get('/')), fetch(get('/'))]
  await settle()
  expect(make).toHaveBeenCalledTimes(1)
  ends[0]?.()
  expect(textOf(await first)).toBe(`${TEXT}0`)
  await settle()
  expect(make).toHaveBeenCalledTimes(2)
  ends[1]?.()
  expect((await Promise.all(late)).map(textOf)).toEqual([`${TEXT}1`, `${TEXT}1`])
})

test('a 404 page is cached, without an ETag', async () => {
  const { make, fetch } = await counted()
  make.mockImplementation(async () => page('not here', 404))
  await fetch(get('/nothing'))
  expect((await fetch(get('/nothing'))).headers.etag).toBeUndefined()
  expect((await fetch(get('/nothing'))).status).toBe(404)
  expect(make).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  make.mockImplementation(async () => page('not here'))
  expect((await fetch(get('/nothing'))).status, 'even when only its status has changed').toBe(200)
})

test('a page with status 500 is rendered for each request', async () => {
  const { make, fetch } = await counted()
  make.mockImplementation(async () => page('went wrong', 500))
  await fetch(get('/'))
  expect((await fetch(get('/'))).status).toBe(500)
  expect(make).toHaveBeenCalledTimes(2)
})

test('a page that failed to render is rendered again by the next request', async () => {
  const { make, fetch } = await counted()
  make.mockRejectedValueOnce(new Error('no database'))
  await expect(fetch(get('/'))).rejects.toThrow('no database')
  expect((await fetch(get('/'))).status).toBe(200)
})

test('a failed rendering rejects all waiting requests, even those a second late', async () => {
  const failing = Promise.withResolvers<never>()
  const make = vi.fn(() => failing.promise)
  const fetch = fetchFrom(createPageCache({ make, ...atOnce }))
  const first = fetch(get('/'))
  await settle()
  vi.advanceTimersByTime(1000)
  const late = fetch(get('/'))
  failing.reject(new Error('no connection'))
  expect(await Promise.allSettled([first, late])).toMatchObject([
    { reason: { message: 'no connection' } },
    { reason: { message: 'no connection' } },
  ])
  expect(make).toHaveBeenCalledTimes(1)
})

test('a page that fails to render again is served until it is a second old', async () => {
  const { make, fetch } = await counted()
  await fetch(get('/'))
  vi.advanceTimersByTime(999)
  for (const times of [2, 3]) {
    make.mockImplementationOnce(async () => page('went wrong', 500))
    expect(textOf(await fetch(get('/')))).toBe(TEXT)
    await settle()
    expect(make).toHaveBeenCalledTimes(times)
  }
  make.mockRejectedValue(new Error('no database'))
  expect(textOf(await fetch(get('/')))).toBe(TEXT)
  await settle()
  expect(make).toHaveBeenCalledTimes(4)
  vi.advanceTimersByTime(1)
  await expect(fetch(get('/'))).rejects.toThrow('no database')
})

test('a response has an accepted encoding, compressed once while the page is the same', async () => {
  const { make, fetch } = await counted()
  const sent = async (accept: string) => fetch(get('/', { 'accept-encoding': accept }))
  const br = await sent('gzip, deflate, br')
  expect(br.headers['content-encoding']).toBe('br')
  expect(br.body?.buffer.byteLength, 'the memory that is kept with it').toBe(br.body?.length)
  expect(brotliDecompressSync(br.body ?? '').toString()).toBe(TEXT)
  const gzip = await sent('gzip, br;q=0')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body ?? '').toString()).toBe(TEXT)
  const plain = await sent('br;q=0.0,identity')
  expect([plain.headers['content-encoding'], textOf(plain)]).toEqual([undefined, TEXT])
  vi.advanceTimersByTime(1000)
  expect((await sent('br')).body).toBe(br.body)
  make.mockImplementation(async () => page(`${TEXT} And more.`))
  vi.advanceTimersByTime(1000)
  expect(brotliDecompressSync((await sent('br')).body ?? '').toString()).toBe(`${TEXT} And more.`)
})

test('the buffer of a page requested once is released after its compression', async () => {
  const long = TEXT.repeat(20)
  const [first, second, unpacked, short] = [page(long), page(long), page(long), page()] as const
  const made = [first, second, unpacked]
  const fetch = fetchFrom(createPageCache({ make: async () => made.shift() ?? short, ...atOnce }))
  const packed = async (path: string) => {
    const { body } = await fetch(get(path, { 'accept-encoding': 'br' }))
    return brotliDecompressSync(body ?? '').toString()
  }
  expect(await packed('/')).toBe(long)
  expect(first.body.length, 'it is released').toBe(0)
  expect(await packed('/')).toBe(long)
  expect(second.body.length, 'it is cached').toBe(long.length)
  expect(textOf(await fetch(get('/unpacked')))).toBe(long)
  expect(await packed('/short')).toBe(TEXT)
  expect(short.body.length, 'its memory is shared with others').toBe(TEXT.length)
})

test('requests during a rendering get the complete page, in every encoding', async () => {
  const long = TEXT.repeat(20)
  for (const made of [page(long), page(long, 500)]) {
    const make = vi.fn(async () => made)
    const fetch = fetchFrom(createPageCache({ make, ...atOnce }))
    const sent = ['br', 'gzip', 'identity'].map((accept) => fetch(get('/', { 'accept-encoding': accept })))
    const [br, gzip, plain] = (await Promise.all(sent)).map(({ body }) => body ?? '')
    const texts = [brotliDecompressSync(br ?? ''), gunzipSync(gzip ?? ''), Buffer.from(plain ?? '')]
    expect(new Set(texts.map(String))).toEqual(new Set([long]))
    expect(make).toHaveBeenCalledTimes(1)
  }
})

test('a page of less than a thousand bytes is not compressed', async () => {
  const { make, fetch } = await counted()
  make.mockImplementation(async () => page('x'.repeat(999)))
  const { headers, body } = await fetch(get('/short', { 'accept-encoding': 'br' }))
  expect([headers['content-encoding'], body?.length]).toEqual([undefined, 999])
})

test('a request with a matching If-None-Match gets a 304, for each encoding separately', async () => {
  const { make, fetch } = await counted()
  const { etag = '', vary } = (await fetch(get('/', { 'accept-encoding': 'br' }))).headers
  expect(vary).toBe('Accept-Encoding')
  for (const known of [etag, `"another", W/${etag}`, '*']) {
    const again = await fetch(get('/', { 'accept-encoding': 'br', 'if-none-match': known }))
    expect([again.status, again.body, again.headers.etag]).toEqual([304, null, etag])
  }
  expect((await fetch(get('/', { 'if-none-match': etag }))).status).toBe(200)
  make.mockImplementation(async () => page(`${TEXT} And more.`))
  vi.advanceTimersByTime(1000)
  const { status } = await fetch(get('/', { 'accept-encoding': 'br', 'if-none-match': etag }))
  expect(status).toBe(200)
})

test('HEAD returns the headers of GET without Content-Length and body', async () => {
  const { make, fetch } = await counted()
  const whole = await fetch(get('/'))
  const head = await fetch(get('/', {}, 'HEAD'))
  const { 'content-length': _, ...headers } = whole.headers
  expect([head.status, head.body, head.headers]).toEqual([200, null, headers])
  expect(make).toHaveBeenCalledTimes(1)
})

test('a page is not rendered again while the data is unchanged, for five seconds', async () => {
  const make = vi.fn(async (_target: string) => page())
  const data = { state: 'first' }
  const readState = async () => data.state
  const fetch = fetchFrom(createPageCache({ make, ...atOnce, readState }))
  const after = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await fetch(get('/'))
    return make.mock.calls.length - 1
  }
  await fetch(get('/'))
  expect(await after(0)).toBe(1)
  // Only now it is known from which state it was rendered.
  expect(await after(1000)).toBe(2)
  expect(await after(1000)).toBe(2)
  expect(await after(3999)).toBe(2)
  expect(await after(1000)).toBe(3)
  data.state = 'second'
  expect(await after(1000)).toBe(4)
})

test('a page is rendered again when the state of the data cannot be read', async () => {
  const make = vi.fn(async (_target: string) => page())
  const readState = () => Promise.reject(new Error('no database'))
  const fetch = fetchFrom(createPageCache({ make, ...atOnce, readState }))
  for (const times of [1, 2, 3, 4]) {
    await fetch(get('/'))
    expect(make).toHaveBeenCalledTimes(times)
    vi.advanceTimersByTime(1000)
  }
})
