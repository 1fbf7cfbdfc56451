import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { proveEmail } from '#server/users/prove-email.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { changeLaptop, PRICE, SOLD } from '../products/selling.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

const ELSEWHERE = { phone: '01700000099', location: 'IDB Bhaban, Agargaon' }
const book = ({ token }: Person, body: object) => shop.call('POST', '/api/booking', { token, body })
/** What the seller sees of the orders for a laptop. */
async function toldToSeller(laptop: string) {
  const { body } = await shop.call('GET', `/api/mybuyers/${seller.email}`, { token: seller.token })
  return body
    .filter(({ productId }: { productId: string }) => productId === laptop)
    .map(({ _id, buyerName, buyerImg, phone, location }: Record<string, string>) => ({
      ...{ _id, buyerName, buyerImg, phone, location },
    }))
}

it('ordering again returns the first order with its price, and updates the meeting details', async () => {
  const [buyer, laptop] = [await signUp(shop, 'buyer', 'Babul'), await putOnSale(shop, seller)]
  const first = await book(buyer, { ...BOOKING, productId: laptop })
  await changeLaptop(shop, seller, PRICE, laptop)
  const again = await book(buyer, { ...ELSEWHERE, productId: laptop })
  expect(first).toMatchObject({ status: 201, body: { price: 449.5, paid: false } })
  expect(again).toMatchObject({ status: 200, body: first.body })
  expect(await toldToSeller(laptop)).toEqual([
    { _id: first.body.insertedId, buyerName: 'Babul', buyerImg: null, ...ELSEWHERE },
  ])
})

it('ordering again updates the meeting details during a payment, but not after it', async () => {
  const [buyer, laptop] = [await signUp(shop, 'buyer', 'Babul'), await putOnSale(shop, seller)]
  const { insertedId: id } = (await book(buyer, { ...BOOKING, productId: laptop })).body
  const { client_secret: secret } = (await beginPayment(shop, buyer, id)).body
  expect((await book(buyer, { ...ELSEWHERE, productId: laptop })).status).toBe(200)
  const agreed = [{ _id: id, buyerName: 'Babul', buyerImg: null, ...ELSEWHERE }]
  expect(await toldToSeller(laptop)).toEqual(agreed)
  await payByCard(shop, secret, CARD.good)
  expect((await tell(shop, buyer, id, secret)).status).toBe(200)
  const paid = await book(buyer, { ...BOOKING, productId: laptop })
  expect(paid).toMatchObject({ status: 200, body: { insertedId: id, paid: true } })
  expect(await toldToSeller(laptop)).toEqual(agreed)
})

it.each(['marked as sold', 'paid for by another buyer'])(
  'ordering again is refused once the laptop is %s, and nobody is mailed',
  async (how) => {
    const [buyer, rival] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
    const laptop = await putOnSale(shop, seller)
    await book(buyer, { ...BOOKING, productId: laptop })
    if (how === 'marked as sold') await changeLaptop(shop, seller, SOLD, laptop)
    else {
      const { insertedId: id } = (await book(rival, { ...BOOKING, productId: laptop })).body
      const { client_secret: secret } = (await beginPayment(shop, rival, id)).body
      await payByCard(shop, secret, CARD.good)
      expect((await tell(shop, rival, id, secret)).status).toBe(200)
    }
    shop.mails.length = 0
    const again = await book(buyer, { ...ELSEWHERE, productId: laptop })
    expect(again).toMatchObject({ status: 409, body: { code: 'laptop-not-available' } })
    expect(shop.mails).toEqual([])
  },
)

describe('a guest order that a stranger placed with the e-mail of a buyer', () => {
  let buyer: Person
  let laptop: string
  let id: string
  const typed = { ...BOOKING, buyerName: 'A stranger' }
  beforeEach(async () => {
    buyer = await signUp(shop, 'buyer', 'Babul')
    await shop.sql('update users set image = $1 where id = $2', ['/babul.webp', buyer.id])
    laptop = await putOnSale(shop, seller, { price: 900 })
    const body = { ...typed, buyerEmail: buyer.email, productId: laptop }
    expect((await shop.call('POST', '/api/booking', { body, address: buyer.id })).status).toBe(201)
    await proveEmail(shop.deps, buyer.id)
    ;[{ id }] = (await shop.sql('select id from orders where buyer_id = $1', [buyer.id])) as [{ id: string }]
  })

  it('shows its seller only the typed details, not the name or picture of the buyer', async () => {
    expect(await toldToSeller(laptop)).toEqual([{ _id: id, buyerImg: null, ...typed }])
    const { body } = await shop.call('GET', `/api/booking/${id}`, { token: buyer.token })
    expect(body.buyerName).toBe('Babul')
  })

  it('is replaced when the buyer orders the laptop, at the price that they have seen', async () => {
    await changeLaptop(shop, seller, PRICE, laptop)
    const own = await book(buyer, { ...ELSEWHERE, productId: laptop })
    expect(own.status).toBe(201)
    const { insertedId } = own.body
    expect(await toldToSeller(laptop)).toEqual([
      { _id: insertedId, buyerName: 'Babul', buyerImg: '/babul.webp', ...ELSEWHERE },
    ])
    const { body } = await shop.call('GET', `/api/bookings?email=${buyer.email}`, { token: buyer.token })
    expect(body).toMatchObject([{ _id: insertedId, price: 400 }])
    expect(await book(buyer, { ...BOOKING, productId: laptop })).toMatchObject({
      status: 200,
      body: { insertedId },
    })
  })

  it('is replaced once when the buyer orders concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => book(buyer, { ...ELSEWHERE, productId: laptop })),
    )
    const { body } = await shop.call('GET', `/api/bookings?email=${buyer.email}`, { token: buyer.token })
    const kept = body.map(({ _id }: { _id: string }) => _id)
    expect(kept).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.body.insertedId))).toEqual(new Set(kept))
  })

  it('remains while the buyer is paying it, and gets the details of their new order', async () => {
    await beginPayment(shop, buyer, id, 900)
    const again = await book(buyer, { ...ELSEWHERE, productId: laptop })
    expect(again).toMatchObject({ status: 200, body: { insertedId: id } })
    const told = [{ _id: id, buyerName: 'Babul', buyerImg: '/babul.webp', ...ELSEWHERE }]
    expect(await toldToSeller(laptop)).toEqual(told)
  })

  it('becomes the buyer’s own when they order with the same details while paying it', async () => {
    await shop.sql('update orders set buyer_name = $1 where id = $2', ['Babul', id])
    await beginPayment(shop, buyer, id, 900)
    expect((await book(buyer, { ...BOOKING, productId: laptop })).body.insertedId).toBe(id)
    const [told] = await toldToSeller(laptop)
    expect(told).toMatchObject({ _id: id, buyerImg: '/babul.webp' })
  })

  it('becomes the buyer’s own once they have paid it', async () => {
    const { client_secret: secret } = (await beginPayment(shop, buyer, id, 900)).body
    await payByCard(shop, secret, CARD.good)
    expect((await tell(shop, buyer, id, secret)).status).toBe(200)
    const [told] = await toldToSeller(laptop)
    expect(told).toMatchObject({ buyerName: 'Babul', buyerImg: '/babul.webp' })
  })
})
