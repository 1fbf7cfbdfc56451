import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { signUp } from '#tests/support/people.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
  const seller = await signUp(shop, 'seller', 'Salma')
  for (const name of ['A first', 'A second', 'A “third”'])
    await putOnSale(shop, seller, { name, advertised: true })
})
afterAll(() => shop.close())

/** Headers about one request alone, or its time; and the next page's address, which repeats the query. */
const OWN = ['x-request-id', 'content-length', 'link']
const sent = ({ status, headers, body }: Awaited<ReturnType<FrontDoor['call']>>) => ({
  status,
  headers: [...headers].filter(([name]) => !OWN.includes(name)).sort(),
  body: { ...body, requestId: undefined },
})

it.each([
  '/api/brands',
  '/api/brand/hp?limit=2',
  '/api/brand/nobodys?limit=2',
  '/api/products?limit=2',
  '/api/products?after=made-up',
  '/api/products?limit=0',
  '/api/products?limit=2&limit=2',
  '/api/adsproduct?limit=2',
  '/api/product?brand=hp',
  '/api/product?brand=nobodys',
  '/api/product?limit=2',
  '/api/blogs',
  '/api/blogs3',
])('%s returns the same response directly as through the router, uncached and cached', async (address) => {
  // A query with an escape, even in a parameter that no call reads, goes through the router.
  const routed = sent(await shop.call('GET', `${address}${address.includes('?') ? '&' : '?'}x=%20`))
  for (let n = 0; n < 3; n++) expect(sent(await shop.call('GET', address))).toEqual(routed)
})
