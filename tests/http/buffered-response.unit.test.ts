import { expect, test } from 'vitest'
import { BufferedResponse } from '#server/http/buffered-response.ts'

const takes = { acceptEncoding: 'br' }
const responseOf = (type: string) =>
  new BufferedResponse(Buffer.alloc(5_000, '[1]'), { status: 200, headers: { 'content-type': type } })

test('JSON is compressed once, even for concurrent requests, and cached from then on', async () => {
  const list = responseOf('application/json')
  const [first, second] = await Promise.all([list.compressedFor(takes), list.compressedFor(takes)])
  expect(first.headers['content-encoding']).toBe('br')
  expect(second).toBe(first)
  expect(list.compressedFor(takes)).toBe(first)
  expect(first.body?.buffer.byteLength, 'the memory that is kept with it').toBe(first.body?.length)
})

test('other types are sent uncompressed', () => {
  const picture = responseOf('image/webp')
  expect(picture.compressedFor(takes)).toBe(picture)
})
