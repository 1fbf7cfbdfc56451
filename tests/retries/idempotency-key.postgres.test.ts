import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimKey, freeKey, keepAnswer } from '#server/idempotency/idempotency-keys.queries.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { renewToken, signUp } from '#tests/support/people.ts'
import type { World } from './change.ts'
import { keyed, newKey, openBookings } from './keyed-bookings.ts'

let bookings: Awaited<ReturnType<typeof openBookings>>
let world: World
beforeAll(async () => {
  bookings = await openBookings()
  world = bookings.world
})
beforeEach(() => bookings.newLaptop())
afterAll(() => world.shop.close())

const book: typeof bookings.book = (...asked) => bookings.book(...asked)
const orders = () => bookings.orders()

describe('another request with a used key', () => {
  it.each([
    ['another body', () => ({ phone: '01700000003' })],
    ['an additional field', () => ({ price: 1 })],
  ])('is refused with key-reused: %s', async (_what, body) => {
    const key = newKey()
    expect((await book(key)).status).toBe(201)
    expect(await book(key, body())).toMatchObject({ status: 409, body: { code: 'key-reused' } })
    expect(await orders()).toHaveLength(1)
  })

  it('is refused when only its query differs', async () => {
    const { seller, admin, shop } = world
    const verify = (email: string, key: string) =>
      shop.call('PUT', `/api/verifyuser/${seller.id}?email=${email}`, {
        token: admin.token,
        headers: keyed(key),
      })
    const key = newKey()
    expect((await verify(admin.email, key)).status).toBe(200)
    expect(await verify(`%20${admin.email}`, key)).toMatchObject({
      status: 409,
      body: { code: 'key-reused' },
    })
  })
})

describe('a key', () => {
  it('returns no response of another person', async () => {
    const key = newKey()
    const other = await signUp(world.shop, 'buyer')
    const [mine, theirs] = [await book(key), await book(key, {}, other)]
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(theirs.body.insertedId).not.toBe(mine.body.insertedId)
    expect(theirs.headers.get('idempotency-replayed')).toBeNull()
    const again = await book(key, {}, other)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(theirs.body)
  })

  it('is another key for a visitor from another address', async () => {
    const key = newKey()
    const write = (address: string) =>
      world.shop.call('POST', '/api/contact', {
        address,
        headers: keyed(key),
        body: { name: 'Ada', email: 'ada@example.com', subject: key, message: 'Does it run?' },
      })
    expect((await write('10.1.0.1')).headers.get('idempotency-replayed')).toBeNull()
    expect((await write('10.1.0.1')).headers.get('idempotency-replayed')).toBe('true')
    expect((await write('10.1.0.2')).headers.get('idempotency-replayed')).toBeNull()
  })

  it('is another key for another call or another laptop', async () => {
    const { shop, seller } = world
    const key = newKey()
    const put = (path: string, id: string) =>
      shop.call('PUT', `/api/${path}/${id}`, { token: seller.token, headers: keyed(key) })
    const other = await putOnSale(shop, seller)
    for (const [path, id] of [
      ['products', bookings.laptop()],
      ['products', other],
      ['productsold', bookings.laptop()],
      ['productsold', other],
    ] as const)
      expect(await put(path, id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
  })

  it('replays the response of the call that it is sent to again', async () => {
    const { shop, buyer } = world
    const key = newKey()
    expect((await book(key)).status).toBe(201)
    const body = { productId: bookings.laptop() }
    const wish = () => shop.call('POST', '/api/wishlist', { token: buyer.token, headers: keyed(key), body })
    const first = await wish()
    expect(await wish()).toMatchObject({ status: first.status, body: first.body })
  })
})

describe('a request in progress', () => {
  it('takes effect once of eight concurrent ones, and the others get its response or a 409', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => book(key)))
    const first = answers.filter(
      ({ headers, status }) => status < 300 && !headers.get('idempotency-replayed'),
    )
    expect(first.map(({ status }) => status)).toEqual([201])
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.body).toEqual(first[0]?.body)
      else expect(answer).toMatchObject({ status: 409, body: { code: 'request-in-progress' } })
      if (answer.status === 409) expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect(await orders()).toHaveLength(1)
    expect(await book(key)).toMatchObject({ status: 201, body: first[0]?.body })
  })

  it.each([
    ['after a minute', '-61 seconds'],
    ['when it began while the clock was ahead', '30 days'],
  ])('of a killed process can be repeated %s, by the same request only', async (_when, by) => {
    const key = newKey()
    await book(key)
    await world.shop.sql('update idempotency_keys set status = null, body = null where key = $1', [key])
    expect((await book(key)).body.code).toBe('request-in-progress')
    await world.shop.sql(
      `update idempotency_keys set created_at = created_at + $2::interval where key = $1`,
      [key, by],
    )
    expect((await book(key, { phone: '01700000003' })).body.code).toBe('key-reused')
    const again = await book(key)
    // The effect from before the kill stands: the answer names the first order.
    expect(again).toMatchObject({ status: 200, body: { insertedId: (await orders())[0]?.id } })
    expect((await book(key)).headers.get('idempotency-replayed')).toBe('true')
    expect(await orders()).toHaveLength(1)
  })
})

describe('a request that took so long that another one took over its key', () => {
  it('neither stores its response nor frees the key, nor another person’s of that moment', async () => {
    const { db } = world.shop.deps
    const request = { owner: 'somebody', call: 'POST /api/booking', key: newKey(), requestHash: 'x' }
    const first = new Date()
    const second = new Date(first.getTime() + 61_000)
    const ofAnother = { ...request, owner: 'somebody else', key: newKey() }
    await claimKey(db, ofAnother, first)
    expect(await claimKey(db, request, first)).toEqual({ state: 'begun', createdAt: first })
    expect(await claimKey(db, request, second)).toEqual({ state: 'begun', createdAt: second })
    await keepAnswer(db, request, { createdAt: first, status: 201, body: '{}' })
    await freeKey(db, request, first)
    expect(await claimKey(db, ofAnother, first)).toEqual({ state: 'unfinished' })
    expect(await bookings.kept(request.key)).toEqual({ status: null, body: null })
    await keepAnswer(db, request, { createdAt: second, status: 201, body: '{}' })
    expect(await bookings.kept(request.key)).toEqual({ status: 201, body: '{}' })
  })
})

describe('the caller is checked before a stored response is returned', () => {
  it('an ended session gets a 401', async () => {
    const key = newKey()
    const person = await signUp(world.shop, 'buyer')
    expect((await book(key, {}, person)).status).toBe(201)
    await world.shop.sql('delete from sessions where user_id = $1', [person.id])
    const again = await book(key, {}, person)
    expect(again.status).toBe(401)
    expect(again.headers.get('idempotency-replayed')).toBeNull()
  })

  it('a person who is no longer a buyer gets a 403', async () => {
    const key = newKey()
    const person = await signUp(world.shop, 'buyer')
    expect((await book(key, {}, person)).status).toBe(201)
    await world.shop.sql(`update users set user_type = 'seller' where id = $1`, [person.id])
    expect((await book(key, {}, { ...person, token: await renewToken(world.shop, person) })).status).toBe(403)
  })
})
