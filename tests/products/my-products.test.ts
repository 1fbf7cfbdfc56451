import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const list = (who: Person | undefined, email = who?.email, more = '') =>
  shop.call('GET', `/api/myproduct?email=${email}${more}`, { token: who?.token })

it('the list has the seller’s own laptops, newest first, sold but not withdrawn ones', async () => {
  seller = await signUp(shop, 'seller', 'Salma')
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const sold = await putOnSale(shop, seller, { name: 'Sold', published: at(3) })
  const gone = await putOnSale(shop, seller, { name: 'Gone', published: at(2) })
  const boosted = await putOnSale(shop, seller, { name: 'Boosted', published: at(1), advertised: true })
  await putOnSale(shop, await signUp(shop, 'seller'), { name: 'Of another' })
  await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [sold])
  await shop.sql(`update products set withdrawn_at = now() where id = $1`, [gone])

  const { status, body, headers } = await list(seller)
  expect(status).toBe(200)
  expect(headers.get('x-total-count')).toBe('2')
  expect(body).toMatchObject([
    { _id: boosted, status: 'available', ads: true, phone: '01700000001', orders: 0, locked: null },
    { _id: sold, status: 'sold', ads: false, adsUntil: null, orders: 0, locked: null },
  ])
  expect(Date.parse(body[0].adsUntil)).toBeGreaterThan(Date.now())
})

it('each laptop shows its number of orders, and whether it is held or paid', async () => {
  seller = await signUp(shop, 'seller')
  const buyers = await Promise.all([signUp(shop, 'buyer'), signUp(shop, 'buyer')])
  const laptop = await putOnSale(shop, seller)
  const quiet = await putOnSale(shop, seller, { published: new Date(Date.now() - 60_000) })
  const ids = await Promise.all(buyers.map((buyer) => order(shop, buyer, laptop)))
  const state = async () =>
    (await list(seller)).body.map(({ _id, orders, locked, status }: Record<string, unknown>) => ({
      _id,
      orders,
      locked,
      status,
    }))
  const still = { _id: quiet, orders: 0, locked: null, status: 'available' }
  expect(await state()).toEqual([{ _id: laptop, orders: 2, locked: null, status: 'available' }, still])

  const { body } = await beginPayment(shop, buyers[0]!, ids[0]!)
  expect(await state()).toEqual([{ _id: laptop, orders: 2, locked: 'held', status: 'available' }, still])

  await payByCard(shop, body.client_secret, CARD.good)
  await tell(shop, buyers[0]!, ids[0]!, body.client_secret)
  expect(await state()).toEqual([{ _id: laptop, orders: 2, locked: 'paid', status: 'sold' }, still])
})

it('paging through the list returns each laptop once', async () => {
  seller = await signUp(shop, 'seller')
  const published = new Date()
  const ids = await Promise.all(Array.from({ length: 5 }, () => putOnSale(shop, seller, { published })))
  const seen: string[] = []
  let path: string | undefined = `/api/myproduct?email=${seller.email}&limit=2`
  for (let pages = 0; path && pages < 10; pages++) {
    const answer = await shop.call('GET', path, { token: seller.token })
    expect(answer.headers.get('x-total-count')).toBe('5')
    seen.push(...answer.body.map(({ _id }: { _id: string }) => _id))
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(ids.sort().reverse())
})

it('the list responds 403 for another e-mail, to buyers and to admins, and 401 to visitors', async () => {
  seller = await signUp(shop, 'seller')
  const other = await signUp(shop, 'seller')
  const denied = await list(other, seller.email)
  expect(denied.status).toBe(403)
  expect((await list(other, 'nobody@example.com')).body).toEqual(denied.body)
  for (const who of [await signUp(shop, 'buyer'), await makeAdmin(shop)])
    for (const email of [who.email, seller.email]) expect((await list(who, email)).status).toBe(403)
  expect((await list(undefined, seller.email)).status).toBe(401)
  expect((await list(seller, '')).status).toBe(400)
  expect((await list(seller, seller.email, '&limit=0')).status).toBe(400)
})

it('the end of a boost is not shown once it has passed', async () => {
  seller = await signUp(shop, 'seller')
  await putOnSale(shop, seller, { advertised: true })
  shop.pass({ minutes: 24 * 60 + 1 })
  seller.token = await renewToken(shop, seller)
  expect((await list(seller)).body).toMatchObject([{ ads: false, adsUntil: null }])
})
