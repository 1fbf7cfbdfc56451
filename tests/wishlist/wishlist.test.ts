import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
})
afterAll(() => shop.close())

const save = (productId: string, who = buyer) =>
  shop.call('POST', '/api/wishlist', {
    token: who.token,
    body: { productId, buyerEmail: who.email, currentPrice: 1 },
  })
const list = (who = buyer) => shop.call('GET', `/api/wishlist?email=${who.email}`, { token: who.token })

it('a laptop is saved once, even when it is saved several times concurrently', async () => {
  const laptop = await putOnSale(shop, seller)
  const another = (await save(laptop, await signUp(shop, 'buyer'))).body.insertedId
  const answers = await Promise.all([save(laptop), save(laptop), save(laptop)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
  const ids = new Set(answers.map(({ body }) => body.insertedId))
  expect([ids.size, ids.has(another)]).toEqual([1, false])
  expect((await list()).body.filter((wish: { productId: string }) => wish.productId === laptop)).toHaveLength(
    1,
  )
})

it('a wish shows the laptop as it is now, and its price when it was saved', async () => {
  const laptop = await putOnSale(shop, seller, { price: 300 })
  await save(laptop)
  await shop.sql(
    `update products set current_price_cents = 25000, status = 'sold', sold_at = now() where id = $1`,
    [laptop],
  )
  const { body } = await list()
  expect(body[0]).toMatchObject({
    productId: laptop,
    currentPrice: 250,
    priceWhenSaved: 300,
    status: 'sold',
    buyerEmail: buyer.email,
    orderId: null,
    orderPrice: null,
    paid: false,
  })
})

it('a wish shows a laptop whose seller was deleted', async () => {
  const leaving = await signUp(shop, 'seller')
  await save(await putOnSale(shop, leaving))
  expect((await list()).body[0]).toMatchObject({ sellerName: leaving.name, status: 'available' })
  const admin = await makeAdmin(shop)
  const gone = await shop.call('DELETE', `/api/user/${leaving.id}`, { token: admin.token })
  expect(gone.status).toBe(200)
  expect((await list()).body[0]).toMatchObject({
    sellerName: 'A former seller',
    sellerVerified: false,
    status: 'sold',
  })
})

it('a wish names the buyer’s own order for the laptop, and no other', async () => {
  const laptop = await putOnSale(shop, seller)
  const other = await signUp(shop, 'buyer')
  await order(shop, other, laptop)
  await order(shop, buyer, await putOnSale(shop, seller))
  await save(laptop)
  expect((await list()).body[0].orderId).toBe(null)
  const own = await order(shop, buyer, laptop)
  expect((await list()).body[0].orderId).toBe(own)
})

it('a wish distinguishes a withdrawn laptop from a sold one', async () => {
  const [sold, withdrawn] = [await putOnSale(shop, seller), await putOnSale(shop, seller)]
  for (const laptop of [sold, withdrawn]) {
    await save(laptop)
    shop.pass({ minutes: 1 }) // Within a millisecond, wishes have no defined order.
  }
  await shop.call('PUT', `/api/productsold/${sold}`, { token: seller.token })
  await shop.call('DELETE', `/api/myproduct/${withdrawn}`, { token: seller.token })
  const { body } = await list()
  expect(body[0]).toMatchObject({ productId: withdrawn, status: 'sold', withdrawn: true })
  expect(body[1]).toMatchObject({ productId: sold, status: 'sold', withdrawn: false })
})

it('a wish is marked as paid only for the buyer who has paid', async () => {
  const laptop = await putOnSale(shop, seller)
  const other = await signUp(shop, 'buyer')
  const id = await order(shop, buyer, laptop)
  await order(shop, other, laptop)
  for (const who of [buyer, other]) await save(laptop, who)
  // Also while they are paying.
  for (const begin of [() => {}, () => beginPayment(shop, buyer, id)]) {
    await begin()
    expect((await list()).body[0]).toMatchObject({ orderId: id, paid: false })
  }
  await shop.sql(`update orders set state = 'paid', held_until = null, paid_at = now() where id = $1`, [id])
  await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [laptop])
  expect((await list()).body[0]).toMatchObject({ orderId: id, status: 'sold', paid: true })
  expect((await list(other)).body[0]).toMatchObject({ status: 'sold', paid: false })
})

it('a wishlist can be read and changed by its owner only', async () => {
  const laptop = await putOnSale(shop, seller)
  const { body } = await save(laptop)
  const other = await signUp(shop, 'buyer')
  expect((await shop.call('GET', `/api/wishlist?email=${buyer.email}`, { token: other.token })).status).toBe(
    403,
  )
  expect(
    (await shop.call('DELETE', `/api/mywishlist/${body.insertedId}`, { token: other.token })).status,
  ).toBe(404)
  const gone = await shop.call('DELETE', `/api/mywishlist/${body.insertedId}`, { token: buyer.token })
  expect(gone).toMatchObject({ status: 200, body: { deletedCount: 1 } })
  expect(
    (await shop.call('DELETE', `/api/mywishlist/${body.insertedId}`, { token: buyer.token })).status,
  ).toBe(404)
})

it('saving responds 403 to sellers and admins, 401 to visitors, 404 for an unknown laptop', async () => {
  const laptop = await putOnSale(shop, seller)
  expect((await save(laptop, seller)).status).toBe(403)
  expect((await save(laptop, await makeAdmin(shop))).status).toBe(403)
  expect((await shop.call('POST', '/api/wishlist', { body: { productId: laptop } })).status).toBe(401)
  expect((await save('0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e')).status).toBe(404)
})
