import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveEmail } from '#server/users/prove-email.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

const ELSEWHERE = { phone: '01700000099', location: 'IDB Bhaban, Agargaon' }
const book = ({ token }: Person, body: object) => shop.call('POST', '/api/booking', { token, body })
/** What the seller is told of who ordered a laptop. */
async function toldToSeller(laptop: string) {
  const { body } = await shop.call('GET', `/api/mybuyers/${seller.email}`, { token: seller.token })
  return body
    .filter(({ productId }: { productId: string }) => productId === laptop)
    .map(({ _id, buyerName, phone, location }: Record<string, string>) => ({
      _id,
      buyerName,
      phone,
      location,
    }))
}

it('is the first order, met where its buyer says now', async () => {
  const [buyer, laptop] = [await signUp(shop, 'buyer', 'Babul'), await putOnSale(shop, seller)]
  const first = await book(buyer, { ...BOOKING, productId: laptop })
  const again = await book(buyer, { ...ELSEWHERE, productId: laptop })
  expect(again).toMatchObject({ status: 200, body: { insertedId: first.body.insertedId } })
  expect(await toldToSeller(laptop)).toEqual([
    { _id: first.body.insertedId, buyerName: 'Babul', ...ELSEWHERE },
  ])
})

it('is met where its buyer says also while they are paying, and as it was agreed once it is paid', async () => {
  const [buyer, laptop] = [await signUp(shop, 'buyer', 'Babul'), await putOnSale(shop, seller)]
  const { insertedId: id } = (await book(buyer, { ...BOOKING, productId: laptop })).body
  const { client_secret: secret } = (await beginPayment(shop, buyer, id)).body
  expect((await book(buyer, { ...ELSEWHERE, productId: laptop })).status).toBe(200)
  const agreed = [{ _id: id, buyerName: 'Babul', ...ELSEWHERE }]
  expect(await toldToSeller(laptop)).toEqual(agreed)
  await payByCard(shop, secret, CARD.good)
  expect((await tell(shop, buyer, id, secret)).status).toBe(200)
  expect((await book(buyer, { ...BOOKING, productId: laptop })).body.insertedId).toBe(id)
  expect(await toldToSeller(laptop)).toEqual(agreed)
})

it('is its buyer’s in all that the seller is told, where a stranger has placed it with their e-mail', async () => {
  const [buyer, laptop] = [await signUp(shop, 'buyer', 'Babul'), await putOnSale(shop, seller)]
  const typed = { ...BOOKING, buyerName: 'A stranger', buyerEmail: buyer.email, productId: laptop }
  expect((await shop.call('POST', '/api/booking', { body: typed })).status).toBe(201)
  await proveEmail(shop.deps, buyer.id)
  const own = await book(buyer, { ...ELSEWHERE, productId: laptop })
  expect(own.status).toBe(200)
  expect(await toldToSeller(laptop)).toEqual([{ _id: own.body.insertedId, buyerName: 'Babul', ...ELSEWHERE }])
})
