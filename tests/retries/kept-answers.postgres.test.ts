import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetOldKeys } from '#server/idempotency/idempotency-keys.queries.ts'
import { returnImageTicket, spendImageTicket } from '#server/images/spend-image-ticket.ts'
import { plain } from '#tests/images/files.ts'
import { askTicket, upload } from '#tests/images/upload.ts'
import type { Answer } from '#tests/support/front-door.ts'
import { BOOKING } from '#tests/support/laptops.ts'
import { signUp } from '#tests/support/people.ts'
import { hashTables } from '#tests/support/tables.ts'
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
const kept = (key: string) => bookings.kept(key)
const breakOrders = () =>
  world.shop.sql(`create function break_order() returns trigger language plpgsql as
    $$ begin raise exception 'broken' using errcode = '57P01'; end $$;
    create trigger break_orders after insert on orders for each row execute function break_order()`)
const mendOrders = () => world.shop.sql('drop function break_order cascade')

/** A request is refused, and the same request gets the same refusal again. */
async function expectKept(status: number, ask: () => Promise<Answer>): Promise<void> {
  const [first, again] = [await ask(), await ask()]
  expect(first.status).toBe(status)
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.headers.get('content-type')).toBe('application/problem+json')
}

describe('the responses stored under a key', () => {
  it.each([
    [400, 'a booking without a name', null, {}],
    [404, 'an unknown laptop', 'buyer', { productId: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e' }],
  ] as const)('include a final refusal: %i, %s', async (status, _what, who, body) => {
    const key = newKey()
    await expectKept(status, () => book(key, body, who && world[who]))
  })

  it('include the refusal of a file that is not a picture: 415', async () => {
    const sent = { token: world.seller.token, headers: keyed(newKey()) }
    await expectKept(415, () => upload(world.shop, Buffer.from('no picture'), sent))
  })

  it('include a refusal by a call that otherwise returns a secret', async () => {
    const { shop, buyer } = world
    const headers = keyed(newKey())
    const body = { price: 449.5, bookingId: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e' }
    const sent = { token: buyer.token, headers, body }
    await expectKept(404, () => shop.call('POST', '/api/create-payment-intent', sent))
  })

  it('exclude a temporary refusal: the same request succeeds once the laptop is available', async () => {
    const key = newKey()
    await world.shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [
      bookings.laptop(),
    ])
    expect((await book(key)).status).toBe(409)
    expect(await kept(key)).toBeUndefined()
    await world.shop.sql(`update products set status = 'available', sold_at = null where id = $1`, [
      bookings.laptop(),
    ])
    expect((await book(key)).status).toBe(201)
  })

  it('exclude the refusal of a ticket in use: the same upload succeeds once it is returned', async () => {
    const { deps } = world.shop
    const address = '10.2.0.4'
    const ticket = await askTicket(world.shop, address)
    const sent = { ticket, address, headers: keyed(newKey()) }
    const file = await plain('jpeg', 64, 48)
    await spendImageTicket(deps, ticket)
    expect((await upload(world.shop, file, sent)).status).toBe(401)
    await returnImageTicket(deps, ticket, { refused: false })
    expect((await upload(world.shop, file, sent)).status).toBe(201)
  })

  it('exclude a refusal that depends on the caller, such as of a report of one’s own laptop', async () => {
    const { shop, seller } = world
    const headers = keyed(newKey())
    const body = { productId: bookings.laptop(), reason: 'Stolen pictures.' }
    const report = async () =>
      (await shop.call('POST', '/api/reports', { token: seller.token, headers, body })).status
    expect(await report()).toBe(403)
    const other = await signUp(shop, 'seller')
    await shop.sql('update products set seller_id = $1 where id = $2', [other.id, bookings.laptop()])
    expect(await report()).toBe(201)
  })

  it('exclude a database failure: the same request can be sent again', async () => {
    const key = newKey()
    await breakOrders()
    const failed = await book(key).finally(mendOrders)
    expect(failed.status).toBe(503)
    expect(await kept(key)).toBeUndefined()
    expect((await book(key)).status).toBe(201)
    expect(await orders()).toHaveLength(1)
  })

  it('exclude secrets: a token and a client secret are created again', async () => {
    const { shop, buyer } = world
    const [jwt, begin] = [newKey(), newKey()]
    const { body: booked } = await book(newKey())
    for (let n = 0; n < 2; n++) {
      const { cookie, email } = buyer
      const token = await shop.call('POST', '/api/jwt', { cookie, headers: keyed(jwt), body: { email } })
      expect(token).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^ey/) } })
      const body = { price: 449.5, bookingId: booked.insertedId }
      const headers = keyed(begin)
      const begun = await shop.call('POST', '/api/create-payment-intent', {
        token: buyer.token,
        headers,
        body,
      })
      expect(begun).toMatchObject({
        status: 200,
        body: { client_secret: expect.stringContaining('_secret_') },
      })
    }
    expect([await kept(jwt), await kept(begin)]).toEqual([
      { status: 200, body: null },
      { status: 200, body: null },
    ])
    const { cookie } = buyer
    const other = { cookie, headers: keyed(jwt), body: { email: ` ${buyer.email}` } }
    expect((await shop.call('POST', '/api/jwt', other)).body.code).toBe('key-reused')
  })

  it('are deleted after a day', async () => {
    const key = newKey()
    await book(key)
    const age = (by: string) =>
      world.shop.sql('update idempotency_keys set created_at = created_at - $2::interval where key = $1', [
        key,
        by,
      ])
    await age('23 hours 55 minutes')
    expect(await forgetOldKeys(world.shop.deps)).toBe(0)
    expect(await book(key)).toMatchObject({ status: 201 })
    await age('10 minutes')
    expect(await book(key)).toMatchObject({ status: 200 })
    expect((await book(key)).headers.get('idempotency-replayed')).toBe('true')
    await age('24 hours 5 minutes')
    expect(await forgetOldKeys(world.shop.deps)).toBe(1)
    expect(await kept(key)).toBeUndefined()
    expect(await world.shop.sql('select from idempotency_keys')).not.toEqual([])
  })
})

describe('a key', () => {
  it.each([
    ['no characters', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a tab', 'a\tb'],
    ['a non-ASCII character', 'schlüssel'],
    ['a control character', 'a\u0001b'],
  ])('of %s is refused with 400, and nothing is changed', async (_what, key) => {
    const before = await hashTables(world.shop)
    const refusal = {
      status: 400,
      body: {
        detail: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
        errors: [{ pointer: '/header/Idempotency-Key' }],
      },
    }
    for (const [method, path, body] of [
      ['POST', '/api/booking', { ...BOOKING, productId: bookings.laptop() }],
      ['DELETE', `/api/mywishlist/${bookings.laptop()}`, undefined],
    ] as const) {
      const answer = await world.shop.call(method, path, {
        token: world.buyer.token,
        headers: keyed(key),
        body,
      })
      expect(answer).toMatchObject(refusal)
    }
    const sent = { purpose: 'avatar', token: world.buyer.token, headers: keyed(key) }
    expect(await upload(world.shop, await plain('jpeg', 64, 48), sent)).toMatchObject(refusal)
    expect(await hashTables(world.shop)).toEqual(before)
  })

  it('of 255 characters is accepted', async () => {
    const key = '!~ '.repeat(85).slice(0, 254).concat('x')
    expect(key).toHaveLength(255)
    expect((await book(key)).status).toBe(201)
    expect((await book(key)).headers.get('idempotency-replayed')).toBe('true')
  })

  it('has no effect on a read', async () => {
    const key = newKey()
    expect((await world.shop.call('GET', '/api/products', { headers: keyed(key) })).status).toBe(200)
    expect(await kept(key)).toBeUndefined()
  })

  it('beyond a thousand new ones an hour per person is refused with 429', async () => {
    const person = await signUp(world.shop, 'buyer')
    expect((await book(newKey(), {}, person)).status).toBe(201)
    await world.shop.sql(`update rate_limits set count = 1000 where key = $1`, [
      `idempotency-keys ${person.id}`,
    ])
    // As for every limit, its exhaustion is cached for a second.
    vi.useFakeTimers({ toFake: ['Date'] })
    const key = newKey()
    expect(await book(key, {}, person)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(await kept(key)).toBeUndefined()
    await world.shop.sql('alter table idempotency_keys add constraint full_up check (false) not valid')
    expect((await book(newKey(), {}, person)).status, 'and nothing is stored').toBe(429)
    await world.shop.sql('alter table idempotency_keys drop constraint full_up')
    vi.useRealTimers()
  })
})

describe('an upload with a key', () => {
  it('stores one picture, however often it is sent', async () => {
    const { shop, seller } = world
    const pictures = () => shop.sql(`select id from images where owner_id = $1`, [seller.id])
    const before = await pictures()
    const sent = { purpose: 'product', token: seller.token, headers: keyed(newKey()) }
    const file = await plain('jpeg', 64, 48)
    const [first, again] = [await upload(shop, file, sent), await upload(shop, file, sent)]
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await pictures()).toHaveLength(before.length + 1)
    const other = await upload(shop, await plain('jpeg', 65, 48), sent)
    expect(other).toMatchObject({ status: 409, body: { code: 'key-reused' } })
  })

  it('by ticket gets the same response again although the ticket is used', async () => {
    const address = '10.2.0.1'
    const ticket = await askTicket(world.shop, address)
    const file = await plain('jpeg', 64, 48)
    const sent = { ticket, address, headers: keyed(newKey()) }
    const first = await upload(world.shop, file, sent)
    expect(first.status).toBe(201)
    expect((await upload(world.shop, file, sent)).body).toEqual(first.body)
    expect((await upload(world.shop, file, { ticket, address })).status).toBe(401)
    expect(await world.shop.sql('select id from images where uploaded_from = $1', [address])).toHaveLength(1)
  })

  it('by ticket is refused with another picture of the same length', async () => {
    const address = '10.2.0.2'
    const sent = { ticket: await askTicket(world.shop, address), address, headers: keyed(newKey()) }
    const [file, other] = [await plain('png', 64, 48, '#336699'), await plain('png', 64, 48, '#996633')]
    expect(other).toHaveLength(file.length)
    expect((await upload(world.shop, file, sent)).status).toBe(201)
    expect(await upload(world.shop, other, sent)).toMatchObject({
      status: 409,
      body: { code: 'key-reused' },
    })
  })

  it('by ticket that cannot be parsed is refused after the ticket was checked', async () => {
    const broken = (ticket: string) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', ...keyed(newKey()) }
      return upload(world.shop, undefined, { ticket, address: '10.2.0.3', body: 'no form', headers })
    }
    expect((await broken('made-up')).status).toBe(401)
    expect((await broken(await askTicket(world.shop, '10.2.0.3'))).status).toBe(400)
  })
})

describe('an exhausted rate limit', () => {
  const write = (key: string) =>
    world.shop.call('POST', '/api/contact', {
      address: '10.1.7.1',
      headers: keyed(key),
      body: { name: 'Ada', email: 'ada@example.com', subject: key, message: 'Does it run?' },
    })

  it('refuses new keys without storing them, and replays stored responses as before', async () => {
    const keys = Array.from({ length: 5 }, newKey)
    for (const key of keys) expect((await write(key)).status).toBe(201)
    // A limit's exhaustion is cached for a second, which a busy machine may need.
    vi.useFakeTimers({ toFake: ['Date'] })
    expect((await write(newKey())).status).toBe(429)
    await world.shop.sql('alter table idempotency_keys add constraint full_up check (false) not valid')
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await write(newKey())
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
    }
    vi.useRealTimers()
    await world.shop.sql('alter table idempotency_keys drop constraint full_up')
    const again = await write(keys[0] ?? '')
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    world.shop.pass({ minutes: 61 })
    expect((await write(newKey())).status).toBe(201)
  })
})
