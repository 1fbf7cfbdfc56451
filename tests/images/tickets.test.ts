import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '#server/problems.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { cookieOf, makeAdmin, PASSWORD, signUp } from '#tests/support/people.ts'
import { OTHER_FILES, plain } from './files.ts'
import { askTicket, upload } from './upload.ts'

let shop: FrontDoor
let photo: Buffer

beforeAll(async () => {
  shop = await openFrontDoor()
  photo = await plain('jpeg')
})
afterAll(() => shop.close())

let addresses = 0
/** Each test comes from an address of its own. */
const newAddress = () => `192.0.2.${++addresses}`
const ask = (address: string) => shop.call('POST', '/api/image-tickets', { address })

async function uploadByTicket(address: string): Promise<string> {
  const { status, body } = await upload(shop, photo, { ticket: await askTicket(shop, address), address })
  expect(status).toBe(201)
  return body.data.url
}

/** Signs somebody up with the photo at `url`. */
async function signUpWith(url: string) {
  const email = `photographed-${++addresses}@example.com`
  const account = await shop.call('POST', '/auth/sign-up/email', {
    body: { name: 'Somebody', email, password: PASSWORD },
  })
  const cookie = cookieOf(account.headers)
  return shop.call('POST', '/api/users', {
    cookie,
    body: { name: 'Somebody', email, userType: 'buyer', image: url },
  })
}

describe('an upload ticket', () => {
  test('is valid for one upload, which has no owner yet', async () => {
    const address = newAddress()
    const url = await uploadByTicket(address)
    const rows = await shop.sql('select owner_id, uploaded_from from images where id = $1', [
      url.split('/').at(-1),
    ])
    expect(rows).toEqual([{ owner_id: null, uploaded_from: address }])
  })

  test('works once, even when used concurrently', async () => {
    const address = newAddress()
    const ticket = await askTicket(shop, address)
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(shop, photo, { ticket, address })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
    expect((await upload(shop, photo, { ticket, address })).status).toBe(401)
    expect(
      await shop.sql('select count(*)::int as count from images where uploaded_from = $1', [address]),
    ).toEqual([{ count: 1 }])
  })

  test('expires after fifteen minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { body } = await ask(newAddress())
    expect(new Date(body.expiresAt).getTime() - shop.deps.clock().getTime()).toBe(15 * 60_000)
    shop.pass({ minutes: 15.1 })
    expect((await upload(shop, photo, { ticket: body.ticket })).status).toBe(401)
  })

  test('loses no attempt by a failure of the image store', async () => {
    const [address, { imageStore }] = [newAddress(), shop.deps]
    const [ticket, { save }] = [await askTicket(shop, address), imageStore]
    imageStore.save = () => Promise.reject(new Problem('overloaded', 'The bucket is away.'))
    for (let time = 0; time < 6; time++)
      expect((await upload(shop, photo, { ticket, address })).status).toBe(503)
    imageStore.save = save
    expect((await upload(shop, photo, { ticket, address })).status).toBe(201)
  })

  test('is not accepted for the picture of a laptop', async () => {
    const ticket = await askTicket(shop, newAddress())
    expect((await upload(shop, photo, { ticket, purpose: 'product' })).status).toBe(401)
  })

  test('remains valid when its picture was refused', async () => {
    const address = newAddress()
    const ticket = await askTicket(shop, address)
    expect((await upload(shop, OTHER_FILES['a page'], { ticket, address })).status).toBe(415)
    expect((await upload(shop, photo.subarray(0, 300), { ticket, address })).status).toBe(400)
    expect((await upload(shop, photo, { ticket, address })).status).toBe(201)
  })

  test('is valid for five attempts, then counts towards the limit until it expires', async () => {
    const address = newAddress()
    const send = async (ticket: string, file: Buffer) =>
      (await upload(shop, file, { ticket, address })).status
    const ticket = await askTicket(shop, address)
    for (let count = 0; count < 5; count++) expect(await send(ticket, photo.subarray(0, 300))).toBe(400)
    expect(await send(ticket, photo)).toBe(401)
    for (let count = 0; count < 4; count++) await askTicket(shop, address)
    expect((await ask(address)).status).toBe(429)
    shop.pass({ minutes: 15.1 })
    expect(await send(await askTicket(shop, address), photo)).toBe(201)
  })

  test('accepts a photo after four refused ones', async () => {
    const address = newAddress()
    const ticket = await askTicket(shop, address)
    const files = [...Array(4).fill(photo.subarray(0, 300)), photo]
    const statuses = []
    for (const file of files) statuses.push((await upload(shop, file, { ticket, address })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 201])
  })

  test('is stored only as a hash', async () => {
    const ticket = await askTicket(shop, newAddress())
    const rows = await shop.sql('select token_hash from image_tickets')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(ticket)
  })

  test('that is made up is refused before the picture is read', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({ pull: () => void pulled++ }, { highWaterMark: 0 })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await upload(shop, undefined, { ticket: 'made-up', body, headers })).status).toBe(401)
    expect(pulled).toBe(0)
  })
})

describe('five places per IP address', () => {
  test('a sixth ticket is refused with Retry-After', async () => {
    const address = newAddress()
    for (let count = 0; count < 5; count++) expect((await ask(address)).status).toBe(201)
    const { status, headers } = await ask(address)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
    expect((await ask(newAddress())).status).toBe(201)
    shop.pass({ minutes: 15.1 })
    expect((await ask(address)).status).toBe(201)
  })

  test('at most five tickets are issued to concurrent requests', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(address)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('uploads without a sign-up take up their places for an hour', async () => {
    const address = newAddress()
    for (let count = 0; count < 5; count++) await uploadByTicket(address)
    expect((await ask(address)).status).toBe(429)
    shop.pass({ minutes: 50 })
    expect((await ask(address)).status).toBe(429)
    shop.pass({ minutes: 11 })
    expect((await ask(address)).status).toBe(201)
  })

  test('signing up frees the place', async () => {
    const address = newAddress()
    for (let count = 0; count < 8; count++)
      expect((await signUpWith(await uploadByTicket(address))).status).toBe(201)
  })

  test('an upload in progress takes up its place', async () => {
    const address = newAddress()
    for (let count = 0; count < 4; count++) await askTicket(shop, address)
    const ticket = await askTicket(shop, address)
    let finish = () => {}
    const stalled = new ReadableStream<Uint8Array>({
      start(controller) {
        finish = () => controller.close()
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = upload(shop, undefined, { ticket, address, body: stalled, headers })
    await expect
      .poll(() =>
        shop.sql(`select from image_tickets where token_hash like 'spent:%' and address = $1`, [address]),
      )
      .toHaveLength(1)
    expect((await ask(address)).status).toBe(429)
    finish()
    expect((await answer).status).toBe(400)
  })
})

describe('a photo sent with the sign-up', () => {
  test('gets the user as its owner, and its IP address is erased', async () => {
    const url = await uploadByTicket(newAddress())
    const { status, body } = await signUpWith(url)
    expect(status).toBe(201)
    const rows = await shop.sql('select owner_id, uploaded_from from images where id = $1', [
      url.split('/').at(-1),
    ])
    expect(rows).toEqual([{ owner_id: body.insertedId, uploaded_from: null }])
    expect(await shop.sql('select image from users where id = $1', [body.insertedId])).toEqual([
      { image: url },
    ])
  })

  test('is refused when another user has it', async () => {
    const url = await uploadByTicket(newAddress())
    expect((await signUpWith(url)).status).toBe(201)
    expect((await signUpWith(url)).status).toBe(400)
  })

  test('is refused after an hour', async () => {
    const url = await uploadByTicket(newAddress())
    shop.pass({ minutes: 61 })
    expect((await signUpWith(url)).status).toBe(400)
  })

  test('is refused when it is the picture of a laptop or of another user', async () => {
    const seller = await signUp(shop, 'seller')
    for (const purpose of ['product', 'avatar']) {
      const { body } = await upload(shop, photo, { token: seller.token, purpose })
      expect((await signUpWith(body.data.url)).status).toBe(400)
    }
  })

  test('is refused when it belonged to a deleted user', async () => {
    const [person, admin] = [await signUp(shop, 'buyer'), await makeAdmin(shop)]
    const { body } = await upload(shop, photo, { token: person.token })
    const gone = await shop.call('DELETE', `/api/user/${person.id}`, { token: admin.token })
    expect(gone.status).toBe(200)
    expect((await signUpWith(body.data.url)).status).toBe(400)
  })

  test.each([
    'https://evil.example/x.png',
    '//evil.example/x',
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    '/api/images/',
    '/api/images/../users',
    `/api/images/${'0'.repeat(32)}`,
    `/api/images/${'0'.repeat(32)}?w=320`,
    'file:///etc/passwd',
  ])('is refused when its URL is %j', async (url) => {
    expect((await signUpWith(url)).status).toBe(400)
  })
})
