import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { beginPayment } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { changeLaptop, SOLD } from './selling.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
let laptop: string
beforeAll(async () => {
  shop = await openFrontDoor()
})
beforeEach(async () => {
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
  // Its original price is 899.
  laptop = await putOnSale(shop, seller, { price: 449.5 })
})
afterAll(() => shop.close())

const price = (currentPrice: unknown) =>
  changeLaptop(shop, seller, ['PUT', '/api/productprice', { currentPrice }], laptop)
const list = async (path: string, who?: Person) =>
  (await shop.call('GET', `/api/${path}`, { token: who?.token })).body
const shown = async () =>
  (await list('products?limit=100')).find(({ _id }: { _id: string }) => _id === laptop).currentPrice

it('a price change is visible in every list, and repeating it changes nothing', async () => {
  await shop.call('POST', '/api/wishlist', { token: buyer.token, body: { productId: laptop } })
  expect(await shown()).toBe(449.5)
  expect(await price('400.25')).toMatchObject({
    status: 200,
    body: { acknowledged: true, modifiedCount: 1 },
  })
  expect(await shown()).toBe(400.25)
  expect(await list(`myproduct?email=${seller.email}`, seller)).toMatchObject([{ currentPrice: 400.25 }])
  expect(await list(`wishlist?email=${buyer.email}`, buyer)).toMatchObject([
    { currentPrice: 400.25, priceWhenSaved: 449.5 },
  ])
  expect((await price(400.25)).body.modifiedCount).toBe(0)
  expect((await price('899')).body.modifiedCount).toBe(1)
})

it('existing orders keep their price, even when they are placed again', async () => {
  const id = await order(shop, buyer, laptop)
  await price('400')
  expect(await order(shop, buyer, laptop)).toBe(id)
  expect(await list(`booking/${id}`, buyer)).toMatchObject({ price: 449.5 })
  await shop.call('POST', '/api/wishlist', { token: buyer.token, body: { productId: laptop } })
  expect(await list(`wishlist?email=${buyer.email}`, buyer)).toMatchObject([
    { currentPrice: 400, orderId: id, orderPrice: 449.5 },
  ])
  expect(await beginPayment(shop, buyer, id, 400)).toMatchObject({
    status: 409,
    body: { code: 'price-differs' },
  })
  expect((await beginPayment(shop, buyer, id, 449.5)).status).toBe(200)
})

it('a new order has the new price, even after an order at the old one was deleted', async () => {
  const id = await order(shop, buyer, laptop)
  await price('400')
  await shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })
  const anew = await order(shop, buyer, laptop)
  expect(await list(`booking/${anew}`, buyer)).toMatchObject({ price: 400 })
  expect((await beginPayment(shop, buyer, anew, 400)).status).toBe(200)
})

it('a price above the original price is refused, naming the current price', async () => {
  expect(await price('899.01')).toMatchObject({
    status: 400,
    body: {
      code: 'bad-input',
      detail: 'Current price must not be more than the original price.',
      errors: [{ pointer: '/currentPrice', message: 'Must not be more than the original price.' }],
    },
  })
  expect(await shown()).toBe(449.5)
})

it('a new price of a sold laptop gets a 409, and the same price changes nothing', async () => {
  await changeLaptop(shop, seller, SOLD, laptop)
  expect(await price('400')).toMatchObject({ status: 409, body: { code: 'laptop-not-available' } })
  expect(await price('449.5')).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
})

it('the same price changes nothing while a buyer is paying, and a new one gets a 409', async () => {
  await price('400')
  await beginPayment(shop, buyer, await order(shop, buyer, laptop), 400)
  expect(await price('400')).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
  expect(await price('399')).toMatchObject({ status: 409, body: { code: 'laptop-held' } })
})
