import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let babul: Person
let chitra: Person
let xps: string
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
  babul = await signUp(shop, 'buyer', 'Babul 100%')
  chitra = await signUp(shop, 'buyer', 'Chitra_Das')
  const published = new Date('2026-11-02T12:00:00Z')
  xps = await putOnSale(shop, seller, { name: 'Dell XPS 13', brand: 'dell', price: 649.99, published })
  await order(shop, babul, xps)
  await order(shop, chitra, await putOnSale(shop, seller, { name: 'HP 50% worn' }))
  await order(shop, chitra, await putOnSale(shop, await signUp(shop, 'seller'), { name: 'Of another' }))
})
afterAll(() => shop.close())

const list = (query: Record<string, string> = {}, who: Person | undefined = seller, email = who?.email) =>
  shop.call('GET', `/api/mybuyers/${email}?${new URLSearchParams(query)}`, { token: who?.token })
const found = async (search: string) => {
  const { body, headers } = await list({ search })
  expect(headers.get('x-total-count')).toBe(String(body.length))
  return body.map(({ buyerName }: { buyerName: string }) => buyerName)
}

it('lists the orders for the seller’s own laptops, newest first, with contact and laptop', async () => {
  const { status, body, headers } = await list()
  expect(status).toBe(200)
  expect(headers.get('x-total-count')).toBe('2')
  expect(body).toMatchObject([
    { buyerName: 'Chitra_Das', productName: 'HP 50% worn' },
    {
      buyerName: 'Babul 100%',
      buyerEmail: babul.email,
      buyerImg: null,
      productId: xps,
      productName: 'Dell XPS 13',
      image: expect.stringMatching(/^\/api\/images\//),
      price: 649.99,
      condition: 'Good',
      purchaseYear: '1Y 2M',
      publishedDate: '2026-11-02T12:00:00.000Z',
      paid: false,
      available: true,
      ...BOOKING,
    },
  ])
})

it('shows the current photo of the buyer, and none of a guest', async () => {
  const image = `/api/images/${'c'.repeat(32)}`
  await shop.sql('update users set image = $1 where id = $2', [image, babul.id])
  const guests = await signUp(shop, 'seller')
  const laptop = await putOnSale(shop, guests)
  await order(shop, babul, laptop)
  const guest = { buyerName: 'Guest', buyerEmail: 'Guest@Example.com' }
  await shop.call('POST', '/api/booking', { body: { ...BOOKING, ...guest, productId: laptop } })
  expect((await list({}, guests)).body).toMatchObject([
    { buyerName: 'Guest', buyerEmail: 'guest@example.com', buyerImg: null },
    { buyerName: 'Babul 100%', buyerImg: image },
  ])
})

it('shows an unpaid order for a sold laptop as not available, unlike the paid one', async () => {
  const busy = await signUp(shop, 'seller')
  const laptop = await putOnSale(shop, busy)
  await order(shop, chitra, laptop)
  shop.pass({ minutes: 1 }) // Within a millisecond, orders have no defined order.
  const paid = await order(shop, babul, laptop)
  await shop.sql(`update orders set state = 'paid', paid_at = now() where id = $1`, [paid])
  await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [laptop])
  expect((await list({}, busy)).body).toMatchObject([
    { buyerName: 'Babul 100%', paid: true, available: false },
    { buyerName: 'Chitra_Das', paid: false, available: false },
  ])
})

it('searches by part of a name, an e-mail or a laptop, ignoring case', async () => {
  expect(await found('bABU')).toEqual(['Babul 100%'])
  expect(await found(chitra.email.toUpperCase())).toEqual(['Chitra_Das'])
  expect(await found('xps')).toEqual(['Babul 100%'])
  expect(await found('  xps ')).toEqual(['Babul 100%'])
  expect(await found('')).toEqual(['Chitra_Das', 'Babul 100%'])
  expect(await found('nobody of that name')).toEqual([])
  expect(await found('Of another')).toEqual([])
})

it.each([
  ['100%', ['Babul 100%']],
  ['50%', ['Chitra_Das']],
  ['%', ['Chitra_Das', 'Babul 100%']],
  ['_', ['Chitra_Das']],
  ['a_d', ['Chitra_Das']],
  ['b_b', []],
  ['l%s', []],
  ['\\', []],
  ["' or 1=1--", []],
])('searches for %j literally, not as a pattern', async (search, names) => {
  expect(await found(search)).toEqual(names)
})

it('paginates within a search, each order once', async () => {
  const busy = await signUp(shop, 'seller')
  for (let n = 0; n < 5; n++)
    await order(shop, babul, await putOnSale(shop, busy, { name: `Walton ${n % 2}` }))
  const seen: string[] = []
  let path: string | undefined = `/api/mybuyers/${busy.email}?limit=2&search=Walton+0`
  for (let pages = 0; path && pages < 10; pages++) {
    const answer = await shop.call('GET', path, { token: busy.token })
    expect(answer.headers.get('x-total-count')).toBe('3')
    seen.push(...answer.body.map(({ _id }: { _id: string }) => _id))
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(new Set(seen).size).toBe(3)
  expect(seen).toHaveLength(3)
})

it('the list is reserved for its seller: 403 for other e-mails and roles, 401 for visitors', async () => {
  const other = await signUp(shop, 'seller')
  const denied = await list({}, other, seller.email)
  expect(denied.status).toBe(403)
  expect((await list({}, other, 'nobody@example.com')).body).toEqual(denied.body)
  for (const who of [babul, await makeAdmin(shop)])
    for (const email of [who.email, seller.email]) expect((await list({}, who, email)).status).toBe(403)
  expect((await shop.call('GET', `/api/mybuyers/${seller.email}`)).status).toBe(401)
})

it.each<Record<string, string>>([
  { search: 'x'.repeat(101) },
  { search: 'a\0b' },
  { limit: '0' },
  { after: 'x' },
])('rejects %j with 400', async (query) => expect((await list(query)).status).toBe(400))
