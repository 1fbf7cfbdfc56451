import { afterAll, beforeAll, expect, it } from 'vitest'
import { plain } from '#tests/images/files.ts'
import { upload } from '#tests/images/upload.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'
import { changeLaptop, DELETE, LAPTOP, uploadPicture } from './selling.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller', 'Salma')
})
afterAll(() => shop.close())

const add = (laptop: object, who: Person | undefined = seller) =>
  shop.call('POST', '/api/addproducts', { token: who?.token, body: { ...LAPTOP, ...laptop } })
const count = async () => Number((await shop.sql('select count(*) from products'))[0]?.count)
const listed = async (id: string) =>
  (await shop.call('GET', '/api/products?limit=100')).body.find(({ _id }: { _id: string }) => _id === id)

it('a new laptop is listed with the name of its seller, without phone number or e-mail', async () => {
  const image = await uploadPicture(shop, seller)
  const answer = await add({ image })
  expect(answer).toMatchObject({ status: 201, body: { acknowledged: true } })
  const laptop = await listed(answer.body.insertedId)
  expect(laptop).toMatchObject({
    name: 'HP ProBook 450 G7',
    brand: 'hp',
    originalPrice: 899,
    currentPrice: 449.5,
    condition: 'Good',
    purchaseYear: '1Y 2M',
    purchaseMonths: 14,
    location: 'IDB Bhaban, Agargaon',
    image,
    description: 'Light wear, battery 81 %.',
    sellerName: 'Salma',
    status: 'available',
    ads: false,
  })
  expect(Math.abs(Date.now() - Date.parse(laptop.publishedDate))).toBeLessThan(60_000)
  for (const path of ['/api/products', '/api/product?brand=hp', '/api/brand/hp']) {
    const { body } = await shop.call('GET', path)
    expect(JSON.stringify(body)).toContain(answer.body.insertedId)
    expect(JSON.stringify(body)).not.toMatch(/01712345678|@example\.com/)
  }
})

it('owner, state, date and advertising in the request are ignored', async () => {
  const other = await signUp(shop, 'seller', 'Somebody else')
  const answer = await add({
    image: await uploadPicture(shop, seller),
    _id: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e',
    sellerName: 'Somebody else',
    sellerId: other.id,
    sellerVerified: true,
    status: 'sold',
    ads: true,
    advertisedUntil: '2099-01-01T00:00:00.000Z',
    publishedDate: '1999-01-01T00:00:00.000Z',
    purchaseMonths: 1,
    withdrawnAt: '1999-01-01T00:00:00.000Z',
  })
  expect(answer.status).toBe(201)
  expect(await listed(answer.body.insertedId)).toMatchObject({
    sellerName: 'Salma',
    sellerVerified: false,
    status: 'available',
    ads: false,
    purchaseMonths: 14,
    publishedDate: expect.stringMatching(/^20[2-9]/),
  })
  const [row] = await shop.sql('select seller_id from products where id = $1', [answer.body.insertedId])
  expect(row?.seller_id).toBe(seller.id)
})

it('adding a laptop responds 403 to buyers and admins, 401 to visitors, and stores nothing', async () => {
  const image = await uploadPicture(shop, seller)
  const before = await count()
  expect((await add({ image }, await signUp(shop, 'buyer'))).status).toBe(403)
  expect((await add({ image }, await makeAdmin(shop))).status).toBe(403)
  expect((await shop.call('POST', '/api/addproducts', { body: { ...LAPTOP, image } })).status).toBe(401)
  expect(await count()).toBe(before)
})

it('only a picture that the seller uploaded for a laptop is accepted', async () => {
  const other = await signUp(shop, 'seller')
  const photo = await upload(shop, await plain('jpeg', 64, 64), { purpose: 'avatar', token: seller.token })
  const before = await count()
  for (const image of [
    await uploadPicture(shop, other),
    photo.body.data.url,
    `/api/images/${'0'.repeat(32)}`,
    'https://example.com/a.jpg',
    'http://169.254.169.254/',
    'javascript:alert(1)',
    '',
  ]) {
    const answer = await add({ image })
    expect(answer, image).toMatchObject({ status: 400, body: { errors: [{ pointer: '/image' }] } })
  }
  expect(await count()).toBe(before)
})

it('a picture is used for one laptop, even when several are added concurrently', async () => {
  const image = await uploadPicture(shop, seller)
  const before = await count()
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => add({ image, name })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await count()).toBe(before + 1)
  expect((await add({ image })).body).toMatchObject({
    code: 'picture-taken',
    errors: [{ pointer: '/image', message: expect.stringContaining('another laptop') }],
  })
})

it('adding a deleted laptop again is refused, as its picture is gone', async () => {
  const image = await uploadPicture(shop, seller)
  const { insertedId } = (await add({ image })).body
  expect((await add({ image })).body.insertedId).toBe(insertedId)
  expect((await changeLaptop(shop, seller, DELETE, insertedId)).status).toBe(200)
  // The fault is the picture: another can be sent, as if this one did not exist.
  for (const name of [undefined, 'Another'])
    expect(await add({ image, ...(name && { name }) })).toMatchObject({
      status: 400,
      body: { code: 'bad-input', errors: [{ pointer: '/image' }] },
    })
})

it('a price above the original price is refused, naming the current price', async () => {
  const answer = await add({ image: await uploadPicture(shop, seller), originalPrice: '449.49' })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([
    { pointer: '/currentPrice', message: 'Must not be more than the original price.' },
  ])
  expect((await add({ image: await uploadPicture(shop, seller), originalPrice: '449.50' })).status).toBe(201)
})

it.each([
  ['no name', { name: undefined }, '/name'],
  ['a name of 81 characters', { name: 'x'.repeat(81) }, '/name'],
  ['another brand', { brand: 'acer' }, '/brand'],
  ['a brand in capitals', { brand: 'HP' }, '/brand'],
  ['a price with a currency', { currentPrice: '$100' }, '/currentPrice'],
  ['a price with a separator', { originalPrice: '1,200' }, '/originalPrice'],
  ['a price of three decimals', { currentPrice: '99.999' }, '/currentPrice'],
  ['a price with an exponent', { currentPrice: '1e2' }, '/currentPrice'],
  ['a price in an array', { currentPrice: [100] }, '/currentPrice'],
  ['a price that is true', { currentPrice: true }, '/currentPrice'],
  ['a price under 50 cents', { currentPrice: '0.49' }, '/currentPrice'],
  ['another condition', { condition: 'New' }, '/condition'],
  ['an age of 21 characters', { purchaseYear: 'x'.repeat(21) }, '/purchaseYear'],
  ['an age on two lines', { purchaseYear: '1Y\n2M' }, '/purchaseYear'],
  ['a phone of letters', { phone: 'call me' }, '/phone'],
  ['a location of spaces', { location: '  ' }, '/location'],
  ['a description of 2001 characters', { description: 'x'.repeat(2001) }, '/description'],
  ['a description with NUL', { description: 'a\0b' }, '/description'],
  ['a picture that is not a string', { image: { url: 'x' } }, '/image'],
])('%s is refused, naming the field, and nothing is stored', async (_what, part, pointer) => {
  const before = await count()
  const answer = await add({ image: `/api/images/${'a'.repeat(32)}`, ...part })
  expect(answer.status).toBe(400)
  expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer])
  expect(await count()).toBe(before)
})

it('text is stored as typed, even an age that cannot be parsed', async () => {
  const typed = {
    name: 'O’Brien’s <b>“Café”</b> 李 {{7*7}}',
    purchaseYear: 'bought in 2021',
    phone: '+0123456',
    description: 'First line\n\n<script>alert(1)</script> 💻',
  }
  const { body } = await add({ image: await uploadPicture(shop, seller), ...typed })
  const { phone: _, ...shown } = typed
  expect(await listed(body.insertedId)).toMatchObject({ ...shown, purchaseMonths: null })
})

it('a seller can add sixty laptops an hour, and then gets a 429 with Retry-After', async () => {
  const busy = await signUp(shop, 'seller')
  const add = async () =>
    shop.call('POST', '/api/addproducts', {
      token: busy.token,
      body: { ...LAPTOP, image: await uploadPicture(shop, busy) },
    })
  await add()
  await shop.sql(`update rate_limits set count = 59 where key = $1`, [`add-product ${busy.id}`])
  expect((await add()).status).toBe(201)
  const refused = await add()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  shop.pass({ minutes: 61 })
  busy.token = await renewToken(shop, busy)
  expect((await add()).status).toBe(201)
})
