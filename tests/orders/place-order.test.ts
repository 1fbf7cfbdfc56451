import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller', 'Salma')
  buyer = await signUp(shop, 'buyer', 'Babul')
})
afterAll(() => shop.close())

const book = (body: object, who: Person | undefined = buyer, address?: string) =>
  shop.call('POST', '/api/booking', {
    token: who?.token,
    body: { ...BOOKING, ...body },
    ...(address && { address }),
  })
const bookAsGuest = (body: object, address: string) =>
  shop.call('POST', '/api/booking', { body: { ...BOOKING, ...body }, address })

it('takes price, name, picture and people from the shop, whatever the request contains', async () => {
  const laptop = await putOnSale(shop, seller, { name: 'Dell XPS 13', price: 649.99 })
  const forged = {
    price: 1,
    productName: 'Free',
    sellerEmail: 'x@example.com',
    bookingDate: '1999-01-01',
    paid: true,
    state: 'paid',
    buyerName: 'Eve',
    image: 'javascript:1',
  }
  const placed = await book({ productId: laptop, ...forged })
  expect(placed).toMatchObject({ status: 201, body: { acknowledged: true, price: 649.99 } })
  const { body } = await shop.call('GET', `/api/booking/${placed.body.insertedId}`, { token: buyer.token })
  expect(body).toMatchObject({
    productName: 'Dell XPS 13',
    price: 649.99,
    paid: false,
    available: true,
    buyerName: 'Babul',
    buyerEmail: buyer.email,
    ...BOOKING,
    sellerName: 'Salma',
    sellerPhone: null,
  })
  expect(body.image).toMatch(/^\/api\/images\/[0-9a-f]{32}$/)
  expect(Math.abs(Date.now() - Date.parse(body.bookingDate))).toBeLessThan(60_000)
})

it('an order shows the seller’s description of the laptop, even once that is deleted', async () => {
  const published = new Date('2026-11-02T12:00:00Z')
  const laptop = await putOnSale(shop, seller, { price: 400, published })
  const { insertedId: id } = (await book({ productId: laptop })).body
  const said = {
    condition: 'Good',
    purchaseYear: '1Y 2M',
    originalPrice: 800,
    description: 'A laptop for tests. '.repeat(10),
    publishedDate: '2026-11-02T12:00:00.000Z',
  }
  const { token } = buyer
  expect((await shop.call('GET', `/api/booking/${id}`, { token })).body).toMatchObject(said)
  await shop.call('DELETE', `/api/myproduct/${laptop}`, { token: seller.token })
  const { body } = await shop.call('GET', `/api/booking/${id}`, { token })
  expect(body).toMatchObject({ ...said, available: false })
  const [listed] = (await shop.call('GET', `/api/bookings?email=${buyer.email}`, { token })).body
  expect(listed).toEqual(body)
})

it('an order shows whether the seller is verified now, and a deleted one as not verified', async () => {
  const other = await signUp(shop, 'seller')
  const { insertedId: id } = (await book({ productId: await putOnSale(shop, other) })).body
  const read = async () => (await shop.call('GET', `/api/booking/${id}`, { token: buyer.token })).body
  const { token, email } = await makeAdmin(shop)
  expect(await read()).toMatchObject({ sellerVerified: false })
  await shop.call('PUT', `/api/verifyuser/${other.id}?email=${email}`, { token })
  expect(await read()).toMatchObject({ sellerVerified: true })
  await shop.call('DELETE', `/api/user/${other.id}`, { token })
  expect(await read()).toMatchObject({ sellerName: null, sellerVerified: false })
})

it('returns the first order when the same laptop is ordered again, even concurrently', async () => {
  const laptop = await putOnSale(shop, seller)
  const answers = await Promise.all(Array.from({ length: 5 }, () => book({ productId: laptop })))
  expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

it('lets several buyers order one laptop', async () => {
  const laptop = await putOnSale(shop, seller)
  const other = await signUp(shop, 'buyer')
  const [mine, theirs] = [await book({ productId: laptop }), await book({ productId: laptop }, other)]
  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect(mine.body.insertedId).not.toBe(theirs.body.insertedId)
})

it('an order is accessible only to its buyer: no access for other users and visitors', async () => {
  const placed = await book({ productId: await putOnSale(shop, seller) })
  const path = `/api/booking/${placed.body.insertedId}`
  for (const other of [await signUp(shop, 'buyer'), seller, await makeAdmin(shop)])
    expect((await shop.call('GET', path, { token: other.token })).status).toBe(404)
  expect((await shop.call('GET', path)).status).toBe(401)
  const other = await signUp(shop, 'buyer')
  expect(
    (await shop.call('DELETE', `/api/myorders/${placed.body.insertedId}`, { token: other.token })).status,
  ).toBe(404)
  expect((await shop.call('GET', `/api/bookings?email=${buyer.email}`, { token: other.token })).status).toBe(
    403,
  )
})

it('ordering is for buyers and guests: sellers and admins get 403', async () => {
  const laptop = await putOnSale(shop, seller)
  expect((await book({ productId: laptop }, seller)).status).toBe(403)
  expect((await book({ productId: laptop }, await makeAdmin(shop))).status).toBe(403)
})

it('names the missing fields, without their types', async () => {
  const missing = { productId: await putOnSale(shop, seller), phone: undefined, location: undefined }
  const { status, body } = await book(missing)
  expect(status).toBe(400)
  expect(body).toMatchObject({
    detail: 'Phone is required.',
    errors: [
      { pointer: '/phone', message: 'Is required.' },
      { pointer: '/location', message: 'Is required.' },
    ],
  })
})

it('refuses a sold laptop with 409, and an unknown one with 404', async () => {
  const laptop = await putOnSale(shop, seller)
  await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [laptop])
  expect(await book({ productId: laptop })).toMatchObject({
    status: 409,
    body: { code: 'laptop-not-available' },
  })
  expect((await book({ productId: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e' })).status).toBe(404)
})

it('accepts the name and e-mail of a guest, five times per hour and IP address', async () => {
  const guest = { buyerName: 'Guest', buyerEmail: 'guest@example.com' }
  const first = await putOnSale(shop, seller)
  expect((await bookAsGuest({ productId: first }, '10.0.0.1')).body.errors).toHaveLength(2)
  const placed = await bookAsGuest({ productId: first, ...guest }, '10.0.0.2')
  expect(placed.status).toBe(201)
  expect((await bookAsGuest({ productId: first, ...guest }, '10.0.0.2')).status).toBe(201)
  expect(await shop.sql('select id from orders where product_id = $1', [first])).toEqual([
    { id: placed.body.insertedId },
  ])
  for (let n = 0; n < 3; n++)
    expect(
      (await bookAsGuest({ productId: await putOnSale(shop, seller), ...guest }, '10.0.0.2')).status,
    ).toBe(201)
  const sixth = await bookAsGuest({ productId: await putOnSale(shop, seller), ...guest }, '10.0.0.2')
  expect(sixth.status).toBe(429)
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await bookAsGuest({ productId: await putOnSale(shop, seller), ...guest }, '10.0.0.3')).status).toBe(
    201,
  )
})

it('rejects an invalid token instead of treating its user as a guest', async () => {
  const guest = { buyerName: 'Guest', buyerEmail: 'guest@example.com' }
  const body = { ...BOOKING, ...guest, productId: await putOnSale(shop, seller) }
  expect((await shop.call('POST', '/api/booking', { token: `${buyer.token}x`, body })).status).toBe(401)
})

it.each([
  ['no laptop', { productId: undefined }],
  ['a laptop with an invalid ID', { productId: 'x' }],
  ['no phone', { phone: undefined }],
  ['a phone of letters', { phone: 'call me' }],
  ['a phone of 16 digits', { phone: '1234567890123456' }],
  ['a phone that is a number', { phone: 1700000001 }],
  ['a location of spaces', { location: '  ' }],
  ['a location of 121 characters', { location: 'x'.repeat(121) }],
  ['a location on two lines', { location: 'a\nb' }],
  ['a location with a lone surrogate', { location: 'a\ud800b' }],
])('refuses %s and stores nothing', async (_what, part) => {
  const laptop = await putOnSale(shop, seller)
  const answer = await book({ productId: laptop, ...part })
  expect(answer.status).toBe(400)
  expect(answer.body.errors.length).toBeGreaterThan(0)
  expect(await shop.sql('select id from orders where product_id = $1', [laptop])).toEqual([])
})

it('explains for a numeric phone that a leading zero would be lost', async () => {
  const { body } = await book({ productId: await putOnSale(shop, seller), phone: 1712345678 })
  expect(body.errors).toEqual([
    { pointer: '/phone', message: 'Must be text, so that a leading zero is kept.' },
  ])
})

it('keeps a leading zero, and text as typed', async () => {
  const location = 'O’Brien’s <b>“Café”</b> 李 {{7*7}} =cmd()'
  const placed = await book({
    productId: await putOnSale(shop, seller),
    phone: '+0123456',
    location: `  ${location} `,
  })
  const { body } = await shop.call('GET', `/api/booking/${placed.body.insertedId}`, { token: buyer.token })
  expect(body).toMatchObject({ phone: '+0123456', location })
})

it.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/json; charset=utf-16', 415],
  ['application/json; charset=utf-8', 400],
])('a body of type %s gets %i', async (type, status) => {
  const answer = await shop.call('POST', '/api/booking', {
    token: buyer.token,
    headers: { 'content-type': type },
    body: '{}',
  })
  expect(answer.status).toBe(status)
})

it.each(['', '{', '[]', '"x"', 'null', '{"productId":{"$ne":1}}'])('the body %j gets 400', async (body) => {
  const headers = { 'content-type': 'application/json' }
  expect((await shop.call('POST', '/api/booking', { token: buyer.token, headers, body })).status).toBe(400)
})

it.each(['[]', '"x"', 'null'])('the body %s gets the message that it must be a JSON object', async (body) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await shop.call('POST', '/api/booking', { token: buyer.token, headers, body })
  expect(answer.body.detail).toBe('The body must be a JSON object.')
})

it('a body of more than a megabyte gets 413', async () => {
  const body = JSON.stringify({ location: 'x'.repeat(1024 * 1024) })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  expect((await shop.call('POST', '/api/booking', { token: buyer.token, headers, body })).status).toBe(413)
})
