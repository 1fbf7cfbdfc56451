import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { loadCatalogue } from '../../scripts/bench/load-catalogue.ts'

let shop: Awaited<ReturnType<typeof openFrontDoor>>
const shares: number[] = []
const SIZE = 400

beforeAll(async () => {
  shop = await openFrontDoor()
  const { pool, imageStore, clock } = shop.deps
  await loadCatalogue({ pool, imageStore, now: clock() }, SIZE, (share) => shares.push(share))
})
afterAll(() => shop.close())

it('the shop lists every demo and catalogue laptop on sale once', async () => {
  const onSale = await shop.sql(`select count(*)::int as count from products
    where status = 'available' and withdrawn_at is null`)
  const ids: string[] = []
  let next = '/api/products?limit=100'
  while (next) {
    const { body, headers } = await shop.call('GET', next)
    if (ids.length === 0) expect(headers.get('x-total-count')).toBe(String(onSale[0]?.count))
    ids.push(...body.map(({ _id }: { _id: string }) => _id))
    next = /<(.+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(new Set(ids).size).toBe(onSale[0]?.count)
  expect(onSale[0]?.count).toBe(60 + SIZE * 0.85)
})

it('every brand has a full page of laptops, and some laptops are advertised', async () => {
  for (const brand of ['hp', 'dell', 'walton'])
    expect((await shop.call('GET', `/api/product?brand=${brand}`)).body.length).toBe(24)
  expect(Number((await shop.call('GET', '/api/adsproduct')).headers.get('x-total-count'))).toBeGreaterThan(0)
})

it('orders, wishlists and audit events are in proportion, with enough reports for full pages', async () => {
  const [counts] = await shop.sql(`select
    (select count(*)::int from orders where buyer_email like 'buyer-%@example.com') as orders,
    (select count(*)::int from payments where intent_id like 'pi_bench%') as payments,
    (select count(*)::int from wishlist where buyer_id in (select id from users where email like 'buyer-%@example.com')) as wishes,
    (select count(*)::int from reports where reporter_id in (select id from users where email like 'buyer-%@example.com')) as reports,
    (select count(*)::int from audit_events) as events`)
  expect(counts).toMatchObject({ orders: 40, payments: 20, wishes: 80, reports: 250, events: SIZE })
})

it('every paid order is for a sold laptop, and no laptop is sold twice', async () => {
  expect(
    await shop.sql(`select o.id from orders o join products p on p.id = o.product_id
    where o.state = 'paid' and p.status <> 'sold'`),
  ).toEqual([])
  expect(
    await shop.sql(`select product_id from orders where state = 'paid' group by 1 having count(*) > 1`),
  ).toEqual([])
})

it('the reported progress increases up to 1', () => {
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})
