import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_IMAGE_BYTES } from '#contract/limits.ts'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'
import { listPictureFiles } from '#tests/support/picture-files.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { plain } from './files.ts'
import { upload } from './upload.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
let admin: Person
const folder = temporaryFolder(afterAll)

beforeAll(async () => {
  shop = await openFrontDoor()
  Object.assign(shop.deps.imageStore, createDiskImageStore(folder))
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
  admin = await makeAdmin(shop)
})
afterAll(() => shop.close())

const rows = () =>
  shop.sql(
    'select id, purpose, owner_id, uploaded_from, width, height, color from images order by created_at',
  )

describe('permission to upload', () => {
  test.each<[string, () => string | undefined, 'avatar' | 'product', number]>([
    ['a visitor', () => undefined, 'avatar', 401],
    ['a visitor', () => undefined, 'product', 401],
    ['an invalid token', () => 'nonsense', 'avatar', 401],
    ['a buyer', () => buyer.token, 'avatar', 201],
    ['a buyer', () => buyer.token, 'product', 403],
    ['a seller', () => seller.token, 'avatar', 201],
    ['a seller', () => seller.token, 'product', 201],
    ['an admin', () => admin.token, 'avatar', 201],
    ['an admin', () => admin.token, 'product', 403],
  ])('%s sending $2 gets $3', async (_, token, purpose, status) => {
    const before = await rows()
    const answer = await upload(shop, await plain('jpeg'), { purpose, token: token() })
    expect(answer.status).toBe(status)
    expect((await rows()).length - before.length).toBe(status === 201 ? 1 : 0)
  })

  test.each<[string, () => string, string]>([
    ['a buyer', () => buyer.token, 'avatar'],
    ['a seller', () => seller.token, 'product'],
    ['an admin', () => admin.token, 'avatar'],
  ])('%s without a purpose in the URL gets the default of the role', async (_, token, purpose) => {
    const { status, body } = await upload(shop, await plain('jpeg'), { purpose: null, token: token() })
    expect([status, body.success]).toEqual([201, true])
    expect((await rows()).at(-1)?.purpose).toBe(purpose)
  })

  test.each(['', 'logo', 'Avatar', 'product&purpose=avatar'])(
    'the purpose %j is rejected',
    async (purpose) => {
      const { status, body } = await upload(shop, await plain('jpeg'), { purpose, token: seller.token })
      expect([status, body.errors[0].pointer]).toEqual([400, '/query/purpose'])
    },
  )
})

test('the picture of a laptop belongs to its seller and is served at the returned URL', async () => {
  const { status, body } = await upload(shop, await plain('png', 1600, 1200, '#204080'), {
    purpose: 'product',
    token: seller.token,
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    success: true,
    data: {
      url: expect.stringMatching(/^\/api\/images\/[0-9a-f]{32}$/),
      width: 1280,
      height: 960,
      color: '#204080',
    },
  })
  const id = body.data.url.slice('/api/images/'.length)
  expect((await rows()).find((row) => row.id === id)).toEqual({
    id,
    purpose: 'product',
    owner_id: seller.id,
    uploaded_from: null,
    width: 1280,
    height: 960,
    color: '#204080',
  })
  expect((await shop.call('GET', body.data.url)).status).toBe(200)
})

describe('the upload body', () => {
  const boundary = '----of-the-tests-0123456789'
  const part = (name: string, content: string, more = '; filename="x.jpg"') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\nContent-Type: image/jpeg\r\n\r\n${content}\r\n`
  const form = `multipart/form-data; boundary=${boundary}`
  const end = `--${boundary}--\r\n`

  test.each<[string, string, string, number]>([
    ['empty', form, '', 400],
    ['cut off', form, part('image', 'abc'), 400],
    ['without a boundary', 'multipart/form-data', part('image', 'abc') + end, 400],
    ['of another boundary', 'multipart/form-data; boundary=other', part('image', 'abc') + end, 400],
    ['with a nonsense body', form, 'nonsense', 400],
    ['with the picture as text', form, part('image', 'abc', '') + end, 400],
    ['with the picture in another field', form, part('picture', 'abc') + end, 400],
    ['with no file chosen', form, part('image', '', '; filename=""') + end, 415],
    ['with two pictures', form, part('image', 'abc') + part('image', 'abc') + end, 400],
    ['JSON', 'application/json', '{}', 415],
    ['a bare picture', 'image/jpeg', 'abc', 415],
    ['text', 'text/plain', 'abc', 415],
    ['multipart of another kind', 'multipart/mixed; boundary=x', 'abc', 415],
  ])('%s gets $3', async (_, contentType, body, status) => {
    const before = await rows()
    const answer = await upload(shop, undefined, {
      token: seller.token,
      body,
      headers: { 'content-type': contentType },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
    expect(await rows()).toEqual(before)
  })

  test('a form with many parts is refused before parsing, even if it contains a picture', async () => {
    const body = new FormData()
    body.append('image', new File([new Uint8Array(await plain('webp'))], 'photo.webp'))
    for (let count = 0; count < 30; count++) body.append(`field ${count}`, '')
    expect((await upload(shop, undefined, { token: seller.token, body })).status).toBe(400)
  })

  test.each([
    ['header lines', 'a: b\r\n'.repeat(3_000)],
    ['header parameters', `X: y${'; z="z"'.repeat(3_000)}\r\n`],
  ])('a picture with thousands of %s is refused before parsing', async (_, more) => {
    const body = part('image', 'abc', `; filename="x.jpg"\r\n${more}X: `) + end
    const headers = { 'content-type': form }
    // A status of 415 would mean that the picture was read.
    expect((await upload(shop, undefined, { token: seller.token, body, headers })).status).toBe(400)
  })

  test.each([
    'multipart/form-data; a="; boundary=decoy"; boundary=real',
    'multipart/form-data; boundary="\\real"',
    'multipart/form-data; boundary="re\\al"; boundary=real',
  ])('many parts are refused before parsing, whichever boundary is declared first: %s', async (type) => {
    const parts = '--real\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n'.repeat(30)
    const picture = `--real\r\nContent-Disposition: form-data; name="image"; filename="x.jpg"\r\n\r\nabc\r\n--real--\r\n`
    const headers = { 'content-type': type }
    const { status, body } = await upload(shop, undefined, {
      token: seller.token,
      body: parts + picture,
      headers,
    })
    // A status of 415 would mean that the picture was read.
    expect([status, body.detail]).toEqual([
      400,
      'The form with the picture is malformed. Please send it again.',
    ])
  })

  test.each([
    'multipart/form-data; boundary=----real',
    'Multipart/Form-Data;boundary="----real"',
    'multipart/form-data; charset=utf-8; boundary="----real"; a=b',
  ])('a boundary may be declared as %s', async (type) => {
    const headers = { 'content-type': type }
    const body = `------real\r\nContent-Disposition: form-data; name="image"; filename="x.jpg"\r\n\r\nabc\r\n------real--\r\n`
    expect((await upload(shop, undefined, { token: seller.token, body, headers })).status).toBe(415)
  })

  test('other fields besides the picture are ignored', async () => {
    const body = new FormData()
    body.append('key', 'of an image host')
    body.append('image', new File([new Uint8Array(await plain('webp'))], 'photo.webp'))
    expect((await upload(shop, undefined, { token: seller.token, body })).status).toBe(201)
  })
})

describe('the uploaded file', () => {
  test('gets 400 with an error at its field when it is damaged', async () => {
    const file = (await plain('jpeg')).subarray(0, 400)
    const { status, body } = await upload(shop, file, { token: seller.token })
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: '/image', message: expect.stringMatching(/damaged/) }],
    ])
  })
})

describe('the size limit', () => {
  test('cuts off a stream without Content-Length, and does not read the rest', async () => {
    let sent = 0
    const chunk = new Uint8Array(256 * 1024)
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length
        controller.enqueue(chunk)
        if (sent > 80 * 1024 * 1024) controller.close()
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await upload(shop, undefined, { token: seller.token, body, headers })
    expect([answer.status, answer.body.code]).toEqual([413, 'too-large'])
    expect(sent).toBeLessThan(MOST_IMAGE_BYTES * 1.2)
  })

  test('rejects a too large Content-Length before reading the body', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({ pull: () => void pulled++ }, { highWaterMark: 0 })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '99999999' }
    expect((await upload(shop, undefined, { token: seller.token, body, headers })).status).toBe(413)
    expect(pulled).toBe(0)
  })
})

test('a user may upload 200 pictures per hour, without affecting others', async () => {
  const eager = await signUp(shop, 'seller')
  const send = async (person: Person) =>
    (await upload(shop, await plain('jpeg'), { token: person.token })).status
  expect(await send(eager)).toBe(201)
  await shop.sql('update rate_limits set count = 199 where key = $1', [`upload ${eager.id}`])
  expect([await send(eager), await send(eager), await send(seller)]).toEqual([201, 429, 201])
})

test('a failure of the image store leaves no row and no file', async () => {
  const { imageStore } = shop.deps
  const save = imageStore.save
  let calls = 0
  imageStore.save = (...args) =>
    ++calls === 1 ? Promise.reject(new Error('The disk is full.')) : save(...args)
  const before = [await rows(), stored()] as const
  expect(before[1].length).toBeGreaterThan(before[0].length)
  const answer = await upload(shop, await plain('jpeg', 1600, 1200), {
    purpose: 'product',
    token: seller.token,
  })
  imageStore.save = save
  expect(answer.status).toBe(500)
  expect([await rows(), stored()]).toEqual(before)
})

test('the image endpoints are in the OpenAPI document', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  expect(Object.keys(body.paths['/images'].post.responses)).toEqual([
    '201',
    '400',
    '401',
    '403',
    '409',
    '413',
    '415',
    '429',
    '503',
    'default',
  ])
  expect(
    body.paths['/images'].post.requestBody.content['multipart/form-data'].schema.properties.image.format,
  ).toBe('binary')
  expect(body.paths['/images/{id}'].get.responses['200'].content).toHaveProperty('image/webp')
  expect(body.paths['/image-tickets'].post.responses).toHaveProperty('201')
})

const stored = () => listPictureFiles(folder)
