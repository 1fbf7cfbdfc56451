import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

it('reporting a laptop that is taken down concurrently gets a 404 and stores no report', async () => {
  const [seller] = (await crowd(shop, 'seller', 1)) as [Person]
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const productId = await putOnSale(shop, seller)
  // The statements that take it down.
  const deciding = await shop.deps.pool.connect()
  await deciding.query('begin')
  await deciding.query('select from products where id = $1 for update', [productId])
  await deciding.query('update products set withdrawn_at = now() where id = $1', [productId])
  const body = { productId, reason: 'Stolen pictures.' }
  const reporting = shop.call('POST', '/api/reports', { token: buyer.token, body })
  await untilWaiting(shop.deps.pool)
  await deciding.query('commit')
  deciding.release()
  expect((await reporting).status).toBe(404)
  expect(await shop.sql('select from reports where product_id = $1', [productId])).toEqual([])
})
