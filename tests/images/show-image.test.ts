import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharp } from '#server/images/sharp.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { signUp } from '#tests/support/people.ts'
import { plain } from './files.ts'
import { upload } from './upload.ts'

let shop: FrontDoor
let large: string
let small: string

beforeAll(async () => {
  shop = await openFrontDoor()
  const seller = await signUp(shop, 'seller')
  const send = async (file: Buffer) =>
    (await upload(shop, file, { token: seller.token, purpose: 'product' })).body.data.url
  large = await send(await plain('jpeg', 1600, 1200))
  small = await send(await plain('png', 500, 400))
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  shop.app.fetch(new Request(`${ORIGIN}${path}`, { method, headers }))
const widthOf = async (path: string) =>
  (await sharp(Buffer.from(await (await get(path)).arrayBuffer())).metadata()).width

test('a picture is served as image/webp with nosniff, cacheable for a year', async () => {
  const { status, headers, body } = await get(`${large}?w=320`)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
    etag: expect.stringMatching(/^"[0-9a-f]{32}-320"$/),
  })
  expect(Number(headers.get('content-length'))).toBeGreaterThan(50)
  await body?.cancel()
})

test.each([
  ['?w=320', 320],
  ['?w=640', 640],
  ['?w=1280', 1280],
  ['', 1280],
  ['?w=1', 320],
  ['?w=400', 320],
  ['?w=500', 640],
  ['?w=900', 640],
  ['?w=1000', 1280],
  ['?w=99999', 1280],
  ['?w=', 1280],
  ['?w=-5', 1280],
  ['?w=abc', 1280],
  ['?w=1e9', 1280],
  ['?w=320&w=640', 320],
])('%j selects the width %i', async (query, width) => {
  expect(await widthOf(large + query)).toBe(width)
})

test('a picture smaller than the requested width is served in its own width', async () => {
  expect(await widthOf(`${small}?w=320`)).toBe(320)
  expect(await widthOf(`${small}?w=640`)).toBe(500)
  expect(await widthOf(`${small}?w=1280`)).toBe(500)
})

describe('a request with If-None-Match', () => {
  test('gets a 304 without a body for a known ETag', async () => {
    const etag = (await get(`${large}?w=640`)).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(`${large}?w=640`, { 'if-none-match': known })
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
  })

  test('gets the picture for any other ETag', async () => {
    const other = (await get(`${large}?w=320`)).headers.get('etag') ?? ''
    for (const known of [other, '"nonsense"', 'nonsense', ''])
      expect((await get(`${large}?w=640`, { 'if-none-match': known })).status).toBe(200)
  })
})

test('HEAD returns the status and type of GET, without a body', async () => {
  const answer = await get(large, {}, 'HEAD')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'image/webp',
    '',
  ])
})

test.each([
  '0'.repeat(32),
  'F'.repeat(32),
  '1',
  '-1',
  '1.5',
  '%00',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  "'%20or%201=1--",
  'a'.repeat(101),
  '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e',
  '%F0%9F%98%80',
  '[object%20Object]',
  '%zz',
])('the picture ID %j gets 404', async (id) => {
  for (const query of ['', '?w=320', '?w=x']) {
    const answer = await get(`/api/images/${id}${query}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  }
})

test('other methods get 405 with the allowed ones', async () => {
  const remove = await get(large, {}, 'DELETE')
  expect([remove.status, remove.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const read = await get('/api/images')
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
})
