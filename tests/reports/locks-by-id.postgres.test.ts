import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

/*
 * Four transactions would wait for each other in a circle if rows were locked in any order: two that delete the reporters
 * of two laptops, and two that take down these laptops. PostgreSQL visits the rows in the order in which they are stored.
 */

let shop: FrontDoor
let admin: Person
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  ;[admin] = (await crowd(shop, 'admin', 1)) as [Person]
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
})
afterAll(() => shop.close())

async function report(buyer: Person, productId: string): Promise<string> {
  const body = { productId, reason: 'Stolen pictures.' }
  return (await shop.call('POST', '/api/reports', { token: buyer.token, body })).body.insertedId
}

/** Stores the first report behind the second one, makes the call, and expects it to lock the first before the second. */
async function expectLockedById(reports: string[], call: () => ReturnType<FrontDoor['call']>) {
  const [first, second] = reports
  // A new version of a row is stored behind all others, and an index leads there once an indexed value has changed.
  await shop.sql(`update reports set created_at = created_at + interval '1 hour' where id = $1`, [first])
  const holding = await shop.deps.pool.connect()
  await holding.query('begin')
  await holding.query('select from reports where id = $1 for update', [first])
  const calling = call()
  await untilWaiting(shop.deps.pool)
  const free = await shop.sql('select id from reports where id = $1 for update skip locked', [second])
  await holding.query('commit')
  holding.release()
  expect((await calling).status).toBe(200)
  expect(free).toEqual([{ id: second }])
}

it('deleting a person locks their reports by ID', async () => {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const reports = []
  for (const laptop of [await putOnSale(shop, seller), await putOnSale(shop, seller)])
    reports.push(await report(buyer, laptop))
  await expectLockedById(reports, () => shop.call('DELETE', `/api/user/${buyer.id}`, { token: admin.token }))
})

it('taking a laptop down locks its reports by ID', async () => {
  const laptop = await putOnSale(shop, seller)
  const reports: string[] = []
  for (const buyer of await crowd(shop, 'buyer', 2)) reports.push(await report(buyer, laptop))
  const body = { decision: 'taken-down', reason: 'They are.' }
  await expectLockedById(reports, () =>
    shop.call('PUT', `/api/reports/${reports[0]}`, { token: admin.token, body }),
  )
})
