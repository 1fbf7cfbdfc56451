import { afterAll, beforeAll, expect } from 'vitest'
import { LAPTOP, uploadPicture } from '#tests/products/selling.ts'
import { beginPayment, CARD, payByCard, transactionOf } from '#tests/support/card.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { signUp } from '#tests/support/people.ts'
import { holds } from './holds.ts'
import { openPeopledShop, type Peopled } from './people-of-a-shop.ts'

/** Every call of section 7, in its order, as the pages make it, with the keys of its answer. */
let peopled: Peopled
let advertised: string
beforeAll(async () => {
  peopled = await openPeopledShop()
  advertised = await putOnSale(peopled.shop, peopled.people.seller, { advertised: true })
})
afterAll(() => peopled.shop.close())

const ask: Peopled['ask'] = (...call) => peopled.ask(...call)
const own = (who: keyof Peopled['people']) => peopled.people[who].email
const laptop = () => putOnSale(peopled.shop, peopled.people.seller)
const bought = (id: string) => order(peopled.shop, peopled.people.buyer, id)
const changed = { acknowledged: true, modifiedCount: 1 }
const gone = { acknowledged: true, deletedCount: 1 }
const inserted = { acknowledged: true, insertedId: expect.stringMatching(/^[\w-]{36}$/) }
const withId = (id: string) => expect.objectContaining({ _id: id })

holds('1.21 7.1', async () => {
  const { cookie, email } = peopled.people.buyer
  const { body } = await peopled.shop.call('POST', '/api/jwt', { cookie, body: { email } })
  expect(body).toEqual({ token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/) })
})

holds('7.3', async () => {
  const { cookie, name, email } = peopled.people.buyer
  const body = { name, image: null, email, userType: 'buyer' }
  const answer = await peopled.shop.call('POST', '/api/users', { cookie, body })
  expect(answer.body).toEqual({ acknowledged: true, insertedId: peopled.people.buyer.id })
})

holds('7.4', async () =>
  expect(await ask('seller', `GET /user?email=${own('seller')}`)).toMatchObject({
    _id: peopled.people.seller.id,
    userType: 'seller',
    verified: false,
  }),
)
holds('7.5', async () =>
  expect(await ask('admin', `GET /users/admin/${own('admin')}`)).toEqual({ isAdmin: true }),
)
holds('7.6', async () =>
  expect(await ask('seller', `GET /users/seller/${own('seller')}`)).toEqual({ isSeller: true }),
)
holds('7.7', async () =>
  expect(await ask('buyer', `GET /users/buyer/${own('buyer')}`)).toEqual({ isBuyer: true }),
)
holds('7.8', async () =>
  expect(await ask('admin', `GET /users?userType=buyer&email=${own('admin')}`)).toEqual([
    withId(peopled.people.buyer.id),
  ]),
)
holds('7.9', async () =>
  expect(await ask('admin', `GET /users?userType=seller&email=${own('admin')}`)).toEqual([
    withId(peopled.people.seller.id),
  ]),
)
holds('3.23 3.25 7.10', async () =>
  expect(await ask('admin', `PUT /verifyuser/${peopled.people.seller.id}?email=${own('admin')}`)).toEqual(
    changed,
  ),
)
holds('3.22 7.12', async () => {
  const somebody = await signUp(peopled.shop, 'buyer')
  expect(await ask('admin', `DELETE /user/${somebody.id}`)).toEqual(gone)
})

holds('7.14', async () =>
  expect(await ask(undefined, 'GET /brands')).toEqual(
    ['hp', 'dell', 'walton'].map((brand) => ({ _id: brand, brand, logo: expect.stringContaining('/') })),
  ),
)
holds('7.15', async () =>
  expect(await ask(undefined, 'GET /brand/hp')).toMatchObject({
    brand: 'hp',
    products: [withId(advertised)],
  }),
)
holds('7.16', async () => expect(await ask(undefined, 'GET /products')).toEqual([withId(advertised)]))
holds('7.17', async () => expect(await ask(undefined, 'GET /adsproduct')).toEqual([withId(advertised)]))
holds('7.18', async () => {
  expect(await ask(undefined, 'GET /product?brand=hp')).toEqual([withId(advertised)])
  expect(await ask(undefined, 'GET /product?brand=dell')).toEqual([])
})
holds('7.19 7.20', async () => {
  for (const [index, title] of ['one', 'two', 'three', 'four'].entries())
    await peopled.shop.sql(
      `insert into blogs (id, img, title, description, published_at) values (gen_random_uuid(), '/x.svg', $1, 'Text', $2)`,
      [title, new Date(index * 1000)],
    )
  expect((await ask(undefined, 'GET /blogs3')).length).toBe(3)
  expect((await ask(undefined, 'GET /blogs')).length).toBe(4)
})

holds('3.24 7.21', async () => {
  const image = await uploadPicture(peopled.shop, peopled.people.seller)
  expect(await ask('seller', 'POST /addproducts', { ...LAPTOP, image })).toEqual(inserted)
})
holds('7.22', async () => {
  const mine = await ask('seller', `GET /myproduct?email=${own('seller')}`)
  expect(mine).toContainEqual(withId(advertised))
})
holds('7.23 7.24', async () => {
  const id = await laptop()
  expect(await ask('seller', `PUT /productsold/${id}`)).toEqual(changed)
  expect(await ask('seller', `PUT /productavailable/${id}`)).toEqual(changed)
})
holds('7.25', async () => expect(await ask('seller', `PUT /products/${await laptop()}`)).toEqual(changed))
holds('7.26', async () => expect(await ask('seller', `DELETE /myproduct/${await laptop()}`)).toEqual(gone))

holds('7.27', async () => {
  const sent = { productName: 'HP', price: 1, buyerName: 'A', buyerEmail: own('buyer'), image: '/x.webp' }
  const unread = { sellerEmail: 'b@example.com', bookingDate: 'Nov 21, 2026', buyerImg: '/y.webp' }
  const body = { ...sent, ...unread, ...BOOKING, productId: await laptop() }
  expect(await ask('buyer', 'POST /booking', body)).toEqual({ ...inserted, price: 449.5, paid: false })
})
holds('7.28 7.29', async () => {
  const id = await bought(await laptop())
  expect(await ask('buyer', `GET /bookings?email=${own('buyer')}`)).toContainEqual(withId(id))
  expect(await ask('buyer', `GET /booking/${id}`)).toMatchObject({
    _id: id,
    price: 449.5,
    productName: 'HP EliteBook 840 G6',
  })
})
holds('7.30', async () =>
  expect(await ask('buyer', `DELETE /myorders/${await bought(await laptop())}`)).toEqual(gone),
)
holds('7.32 7.33 7.34', async () => {
  const id = await laptop()
  const { _id: productId, ...copy } = (await ask(undefined, 'GET /products')).find(
    (product: { _id: string }) => product._id === id,
  )
  const wish = { ...copy, productId, buyerEmail: own('buyer') }
  expect(await ask('buyer', 'POST /wishlist', wish)).toEqual(inserted)
  const [saved] = await ask('buyer', `GET /wishlist?email=${own('buyer')}`)
  expect(saved).toMatchObject(wish)
  expect(await ask('buyer', `DELETE /mywishlist/${saved._id}`)).toEqual(gone)
})
holds('7.35', async () => {
  const id = await bought(await laptop())
  expect(await ask('seller', `GET /mybuyers/${own('seller')}`)).toContainEqual(withId(id))
})
holds('7.36 7.37', async () => {
  const id = await bought(await laptop())
  const { body: intent } = await beginPayment(peopled.shop, peopled.people.buyer, id)
  expect(intent.client_secret).toMatch(/^pi_\w+_secret_\w+$/)
  await payByCard(peopled.shop, intent.client_secret, CARD.good)
  const transactionId = transactionOf(intent.client_secret)
  const told = { name: 'A', price: 449.5, transactionId, bookingId: id }
  expect(await ask('buyer', 'POST /paymentinfo', told)).toMatchObject({ acknowledged: true })
})
