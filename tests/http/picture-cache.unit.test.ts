import { expect, test, vi } from 'vitest'
import { type ApiHandler, BufferedResponse } from '#server/http/buffered-response.ts'
import { cachePictures } from '#server/http/picture-cache.ts'

const PICTURE = `/api/images/${'0a'.repeat(16)}?w=320`
const list = new BufferedResponse(Buffer.from('[]'), { status: 200, headers: {} })

/** Calls that return numbered pictures, with a clock that the test sets. */
function openCalls({ status = 200, bytes = 3 } = {}) {
  const time = { now: Date.now() }
  let made = 0
  const handle = vi.fn<ApiHandler['handle']>(
    async () => new Response(String(++made).padStart(bytes, '0'), { status, headers: { etag: '"a"' } }),
  )
  const below: ApiHandler = {
    handle,
    findPublic: (target) => (target === '/api/products' ? list : undefined),
  }
  const calls = cachePictures(below, () => new Date(time.now))
  const ask = (path: string, method = 'GET') =>
    calls.handle(new Request(`http://shop.test${path}`, { method }), '127.0.0.1')
  const cachedText = async (path: string) => (await calls.findPublic(path))?.toResponse().text()
  return { time, ask, cachedText }
}

test('a requested picture is cached for a minute, with its headers', async () => {
  const { time, ask, cachedText } = openCalls()
  expect(await cachedText(PICTURE)).toBeUndefined()
  const answer = await ask(PICTURE)
  expect(answer).toBeInstanceOf(BufferedResponse)
  expect((answer as BufferedResponse).headers).toMatchObject({ etag: '"a"', 'content-length': '3' })
  time.now += 59_999
  expect(await cachedText(PICTURE)).toBe('001')
  time.now += 1
  expect(await cachedText(PICTURE)).toBeUndefined()
  await ask(PICTURE)
  expect(await cachedText(PICTURE)).toBe('002')
  // The clock was set back.
  time.now -= 60_000
  expect(await cachedText(PICTURE)).toBeUndefined()
})

test.each([
  ['a width that the shop does not make', PICTURE.replace('320', '321')],
  ['a width with a leading zero', PICTURE.replace('320', '0320')],
  ['no width', PICTURE.replace('?w=320', '')],
  ['more in the query', `${PICTURE}&x=1`],
  ['another endpoint', '/api/products?limit=3'],
])('only canonical picture URLs are cached: not %s', async (_, path) => {
  const { ask, cachedText } = openCalls()
  expect(await ask(path)).toBeInstanceOf(Response)
  expect(await cachedText(path)).toBeUndefined()
})

test('neither a refusal nor the response to a DELETE is cached', async () => {
  const refusing = openCalls({ status: 404 })
  expect((await refusing.ask(PICTURE)).status).toBe(404)
  expect(await refusing.cachedText(PICTURE)).toBeUndefined()
  const { ask, cachedText } = openCalls()
  await ask(PICTURE, 'DELETE')
  expect(await cachedText(PICTURE)).toBeUndefined()
})

test('other public responses are passed through', async () => {
  expect(await openCalls().cachedText('/api/products')).toBe('[]')
})

test('a full cache drops the least recently requested picture', async () => {
  const { ask, cachedText } = openCalls({ bytes: 1024 * 1024 })
  const paths = Array.from({ length: 9 }, (_, n) => PICTURE.replace('0a', `0${n}`))
  for (const path of paths) await ask(path)
  expect(await cachedText(paths[0]!)).toBeUndefined()
  expect(await cachedText(paths.at(-1)!)).toHaveLength(1024 * 1024)
})
