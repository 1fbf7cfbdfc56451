import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { changeLaptop, PRICE } from '../products/selling.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

let count = 0
const newAddress = () => `10.9.0.${++count}`
const newEmail = () => `guest-${++count}@example.com`
const book = (productId: string, buyerEmail: string, address = newAddress(), typed: object = BOOKING) =>
  shop.call('POST', '/api/booking', {
    body: { ...typed, productId, buyerName: 'A guest', buyerEmail },
    address,
  })
const sell = (laptop: string) =>
  shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [laptop])

it('a guest gets the same response whether the e-mail has ordered the laptop before or not', async () => {
  const [laptop, known] = [await putOnSale(shop, seller), newEmail()]
  await book(laptop, known)
  await changeLaptop(shop, seller, PRICE, laptop)
  const answers = [await book(laptop, known), await book(laptop, newEmail()), await book(laptop, known)]
  const ids = answers.map(({ body }) => body.insertedId)
  expect(answers.map(({ status, body }) => [status, body.price])).toEqual(Array(3).fill([201, 400]))
  // Each id is new, and of the time of its response: ids begin with their time.
  expect(ids).toEqual([...new Set(ids)].sort())
})

it('a repeated guest order keeps the first details, and is mailed once', async () => {
  const [laptop, email] = [await putOnSale(shop, seller), newEmail()]
  const first = await book(laptop, email)
  const again = await book(laptop, email, newAddress(), { phone: '01999999999', location: 'Elsewhere' })
  expect(again.body.insertedId).not.toBe(first.body.insertedId)
  const rows = await shop.sql('select phone, location from orders where buyer_email = $1', [email])
  expect(rows).toEqual([BOOKING])
  expect(shop.mails.filter(({ to }) => to === email)).toHaveLength(1)
})

it('a sold laptop is refused to every guest, even one who had ordered it', async () => {
  const [laptop, known] = [await putOnSale(shop, seller), newEmail()]
  await book(laptop, known)
  await sell(laptop)
  for (const email of [known, newEmail()])
    expect(await book(laptop, email)).toMatchObject({ status: 409, body: { code: 'laptop-not-available' } })
})

it('refused guest orders are counted, too: the sixth within an hour gets 429', async () => {
  const [sold, address] = [await putOnSale(shop, seller), newAddress()]
  await sell(sold)
  for (let time = 0; time < 4; time++) expect((await book(sold, newEmail(), address)).status).toBe(409)
  expect((await book('0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e', newEmail(), address)).status).toBe(404)
  expect((await book(sold, newEmail(), address)).status).toBe(429)
})
