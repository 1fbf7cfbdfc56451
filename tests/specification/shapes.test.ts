import { afterAll, beforeAll, expect } from 'vitest'
import { BRANDS, CONDITION_NAMES } from '#contract/choices.ts'
import { formatMediumDate } from '#contract/dates.ts'
import { plain } from '#tests/images/files.ts'
import { askTicket, upload } from '#tests/images/upload.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { cookieOf, PASSWORD, renewToken } from '#tests/support/people.ts'
import { holds } from './holds.ts'
import { openPeopledShop, type Peopled } from './people-of-a-shop.ts'

/** Section 3: the fields of the calls' answers. */
let peopled: Peopled
let laptop: string
beforeAll(async () => {
  peopled = await openPeopledShop()
  laptop = await putOnSale(peopled.shop, peopled.people.seller)
})
afterAll(() => peopled.shop.close())

const ask: Peopled['ask'] = (...call) => peopled.ask(...call)
const text = expect.any(String)
const product = async () => (await ask(undefined, 'GET /products'))[0]
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

holds('3.1 3.2', async () => {
  for (const userType of ['buyer', 'seller'] as const) {
    const { id, name, email } = peopled.people[userType]
    expect(await ask(userType, `GET /user?email=${email}`)).toMatchObject({
      _id: id,
      name,
      email,
      image: null,
      userType,
      verified: false,
    })
  }
})
holds('3.4', async () =>
  expect((await ask(undefined, 'GET /brands'))[0]).toEqual({ _id: text, brand: text, logo: text }),
)
holds('3.5', async () => {
  await peopled.shop.sql(
    `insert into blogs (id, img, title, description, published_at) values (gen_random_uuid(), '/x.svg', 'T', 'D', now())`,
  )
  expect((await ask(undefined, 'GET /blogs'))[0]).toMatchObject({
    _id: text,
    img: '/x.svg',
    title: 'T',
    description: 'D',
  })
})
holds('3.6', async () =>
  expect(await product()).toMatchObject({
    _id: laptop,
    name: 'HP EliteBook 840 G6',
    brand: 'hp',
    originalPrice: 899,
    currentPrice: 449.5,
    condition: 'Good',
    purchaseYear: '1Y 2M',
  }),
)
holds('3.7', async () => {
  expect(Object.keys(await product())).not.toContain('phone')
  expect(JSON.stringify(await product())).not.toContain(peopled.people.seller.email)
  const [mine] = await ask('seller', `GET /myproduct?email=${peopled.people.seller.email}`)
  expect(mine).toMatchObject({ phone: '01700000001', sellerEmail: peopled.people.seller.email })
})
holds('3.8', async () =>
  expect(await product()).toMatchObject({
    location: 'IDB Bhaban, Agargaon',
    image: expect.stringMatching(/^\/api\/images\/\w+$/),
    description: expect.stringMatching(/^A laptop for tests\./),
  }),
)
holds('3.9', async () =>
  expect(await product()).toMatchObject({ sellerName: peopled.people.seller.name, sellerVerified: false }),
)
holds('3.10', async () => {
  expect((await product()).publishedDate).toMatch(ISO)
  expect(formatMediumDate('2026-11-21T23:30:00.000Z')).toBe('Nov 21, 2026')
})
holds('3.12', async () => {
  expect((await product()).ads).toBe(false)
  await ask('seller', `PUT /products/${laptop}`)
  expect((await product()).ads).toBe(true)
})
holds('9.7 9.8', () => {
  expect(BRANDS).toEqual(['hp', 'dell', 'walton'])
  expect(CONDITION_NAMES).toEqual(['Excellent', 'Good', 'Fair'])
})
holds('3.13', async () => {
  const { _id, ...fields } = await product()
  await ask('buyer', 'POST /wishlist', { productId: laptop })
  const [wish] = await ask('buyer', `GET /wishlist?email=${peopled.people.buyer.email}`)
  expect(wish).toMatchObject({ ...fields, productId: _id, buyerEmail: peopled.people.buyer.email })
  expect(wish._id).not.toBe(_id)
})
holds('3.14 3.15 3.17 3.18', async () => {
  const { name, email } = peopled.people.buyer
  const { insertedId } = await ask('buyer', 'POST /booking', {
    productName: 'another',
    price: 1,
    buyerName: 'another',
    buyerEmail: email,
    ...BOOKING,
    image: '/another.webp',
    sellerEmail: 'another@example.com',
    productId: laptop,
    bookingDate: 'Jan 1, 2001',
    buyerImg: '/another.webp',
  })
  const booking = await ask('buyer', `GET /booking/${insertedId}`)
  const { image } = await product()
  expect(booking).toMatchObject({
    _id: insertedId,
    productName: 'HP EliteBook 840 G6',
    image,
    price: 449.5,
    paid: false,
    buyerName: name,
    buyerEmail: email,
    buyerImg: null,
    ...BOOKING,
  })
  expect(booking.bookingDate).toMatch(ISO)
  expect(Math.abs(Date.now() - Date.parse(booking.bookingDate))).toBeLessThan(60_000)
})
holds('3.3 3.16', async () => {
  const { shop } = peopled
  const photo = await upload(shop, await plain('jpeg', 64, 64), { ticket: await askTicket(shop) })
  const account = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const made = await shop.call('POST', '/auth/sign-up/email', { body: { ...account, password: PASSWORD } })
  const cookie = cookieOf(made.headers)
  const body = { ...account, image: photo.body.data.url, userType: 'buyer' }
  await shop.call('POST', '/api/users', { cookie, body })
  const { user } = (await shop.call('GET', '/auth/get-session', { cookie })).body
  expect(user).toMatchObject(account)
  const token = await renewToken(shop, { ...account, cookie })
  const profile = await shop.call('GET', `/api/user?email=${account.email}`, { token })
  expect(profile.body.image).toBe(photo.body.data.url)
  const order = { ...BOOKING, productId: laptop }
  const { insertedId } = (await shop.call('POST', '/api/booking', { token, body: order })).body
  const booking = await shop.call('GET', `/api/booking/${insertedId}`, { token })
  expect(booking.body.buyerImg).toBe(photo.body.data.url)
})
holds('3.11 9.9', async () => {
  expect((await product()).status).toBe('available')
  await ask('seller', `PUT /productsold/${laptop}`)
  const [mine] = await ask('seller', `GET /myproduct?email=${peopled.people.seller.email}`)
  expect(mine.status).toBe('sold')
})
holds('3.19', async () => {
  const told = { name: 'A', price: 1, transactionId: 'pi_none', bookingId: laptop }
  expect(await peopled.statusFor('buyer', 'POST /paymentinfo', told)).toBe(404)
  for (const field of ['transactionId', 'bookingId'])
    expect(await peopled.statusFor('buyer', 'POST /paymentinfo', { ...told, [field]: 'x' }), field).toBe(400)
})
