import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller', 'Salma')
  const start = Date.now() - 86_400_000
  // Two with the same time, so that the order among them shows too.
  for (let n = 0; n < 7; n++)
    await putOnSale(shop, seller, {
      name: `Laptop ${n}`,
      brand: n % 2 ? 'dell' : 'hp',
      advertised: n < 3,
      published: new Date(start + Math.floor(n / 2) * 1000),
    })
  await shop.sql(`update products set status = 'sold', sold_at = now() where name = 'Laptop 6'`)
})
afterAll(() => shop.close())

const names = (body: { name: string }[]) => body.map(({ name }) => name)
const sorted = (body: { name: string }[]) => names(body).sort()

it('the list has the laptops on sale, newest first, without phone numbers or e-mails', async () => {
  const { status, body, headers } = await shop.call('GET', '/api/products')
  expect(status).toBe(200)
  expect(sorted(body)).toEqual(['Laptop 0', 'Laptop 1', 'Laptop 2', 'Laptop 3', 'Laptop 4', 'Laptop 5'])
  expect(names(body).slice(0, 2).sort()).toEqual(['Laptop 4', 'Laptop 5'])
  expect(headers.get('x-total-count')).toBe('6')
  expect(JSON.stringify(body)).not.toMatch(/01700000001|@example\.com/)
  expect(body[0]).toMatchObject({
    sellerName: 'Salma',
    sellerVerified: false,
    originalPrice: 899,
    currentPrice: 449.5,
    status: 'available',
  })
})

it('laptops are listed by advertising and by brand', async () => {
  expect(sorted((await shop.call('GET', '/api/adsproduct')).body)).toEqual([
    'Laptop 0',
    'Laptop 1',
    'Laptop 2',
  ])
  expect(sorted((await shop.call('GET', '/api/product?brand=dell')).body)).toEqual([
    'Laptop 1',
    'Laptop 3',
    'Laptop 5',
  ])
  expect(await shop.call('GET', '/api/product?brand=acer')).toMatchObject({ status: 200, body: [] })
  const brand = await shop.call('GET', '/api/brand/dell')
  expect(brand.body).toMatchObject({ _id: 'dell', brand: 'dell', logo: '/brands/dell.svg' })
  expect(sorted(brand.body.products)).toEqual(['Laptop 1', 'Laptop 3', 'Laptop 5'])
  expect((await shop.call('GET', '/api/brand/acer')).status).toBe(404)
})

it('a laptop is no longer advertised after its boost, but stays on sale', async () => {
  await shop.sql(`update products set advertised_until = now() - interval '1 minute' where name = 'Laptop 0'`)
  expect(sorted((await shop.call('GET', '/api/adsproduct')).body)).toEqual(['Laptop 1', 'Laptop 2'])
  const { body } = await shop.call('GET', '/api/products')
  expect(body.find(({ name }: { name: string }) => name === 'Laptop 0').ads).toBe(false)
})

it('paging through the list returns each laptop once', async () => {
  const seen: string[] = []
  let path: string | undefined = '/api/products?limit=2'
  for (let pages = 0; path && pages < 10; pages++) {
    const answer = await shop.call('GET', path)
    expect(answer.body.length).toBeLessThanOrEqual(2)
    seen.push(...names(answer.body))
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(seen.sort()).toEqual(['Laptop 0', 'Laptop 1', 'Laptop 2', 'Laptop 3', 'Laptop 4', 'Laptop 5'])
})

it('the badge of a verified seller is shown at once on all of their laptops', async () => {
  await shop.sql('update users set verified_at = now() where id = $1', [seller.id])
  const { body } = await shop.call('GET', '/api/products')
  expect(body.every((laptop: { sellerVerified: boolean }) => laptop.sellerVerified)).toBe(true)
})

it('an unknown brand responds 404 without an unhandled rejection when laptops cannot be read', async () => {
  await shop.sql('alter table products rename to products_gone')
  const failures: unknown[] = []
  const hear = (reason: unknown) => void failures.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const absent = await shop.call('GET', '/api/brand/nobodys')
  await shop.sql('alter table products_gone rename to products')
  expect([absent.status, failures]).toEqual([404, []])
})

it.each(['limit=0', 'limit=101', 'limit=x', 'after=x', 'limit=2&limit=3', 'after=%00'])(
  'the query %s gets a 400',
  async (query) => {
    const answer = await shop.call('GET', `/api/products?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  },
)

it('HEAD responds like GET, another method gets a 405 with Allow, another path a 404', async () => {
  expect((await shop.call('HEAD', '/api/products')).status).toBe(200)
  const posted = await shop.call('POST', '/api/products', { body: {} })
  expect(posted.status).toBe(405)
  expect(posted.headers.get('allow')).toBe('GET, HEAD')
  for (const path of ['/api/products/', '/api//products', '/api/PRODUCTS', '/api/nothing'])
    expect((await shop.call('GET', path)).status).toBe(404)
})
