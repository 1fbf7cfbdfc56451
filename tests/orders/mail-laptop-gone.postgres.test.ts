import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { type Change, changeLaptop, DELETE, SOLD } from '../products/selling.ts'

const MANY = 40

let shop: FrontDoor
let admin: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  // Its own queries would be counted.
  await shop.sandbox.stop()
  ;[admin] = (await crowd(shop, 'admin', 1)) as [Person]
})
afterAll(() => shop.close())

type Ordered = { laptop: string; seller: Person; buyer: Person; own: string }
type Ending = (ordered: Ordered) => Promise<() => Promise<unknown>>

const sold: Ending = async ({ buyer, own }) => {
  const { client_secret } = (await beginPayment(shop, buyer, own)).body
  await payByCard(shop, client_secret, CARD.good)
  return () => tell(shop, buyer, own, client_secret)
}
const takenDown: Ending = async ({ laptop, buyer }) => {
  const report = { token: buyer.token, body: { productId: laptop, reason: 'Stolen.' } }
  const { body } = await shop.call('POST', '/api/reports', report)
  const decision = { decision: 'taken-down', reason: 'It is.' }
  return () => shop.call('PUT', `/api/reports/${body.insertedId}`, { token: admin.token, body: decision })
}
const bySeller =
  (call: Change): Ending =>
  async ({ laptop, seller }) => {
    return () => changeLaptop(shop, seller, call, laptop)
  }
const sellerDeleted: Ending = async ({ seller }) => {
  return () => shop.call('DELETE', `/api/user/${seller.id}`, { token: admin.token })
}

/** Ends a laptop with this many orders by others; returns the number of queries, and who got a mail. */
async function end(ending: Ending, count: number) {
  const [seller] = (await crowd(shop, 'seller', 1)) as [Person]
  const [buyer, ...others] = (await crowd(shop, 'buyer', count + 1)) as [Person, ...Person[]]
  const laptop = await putOnSale(shop, seller)
  for (const other of others) await order(shop, other, laptop)
  const act = await ending({ laptop, seller, buyer, own: await order(shop, buyer, laptop) })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const sendMail = vi.spyOn(shop.deps.jobs, 'sendMail')
  await act()
  const queries = query.mock.calls.length
  query.mockRestore()
  const letters = sendMail.mock.calls.flatMap(([, ...letters]) => letters)
  sendMail.mockRestore()
  const told = letters.filter(({ to }) => others.some(({ email }) => email === to))
  return {
    queries,
    told: told.map(({ to }) => to).sort(),
    others: others.map(({ email }) => email).sort(),
    inTheWay: told.filter(({ canWait }) => !canWait),
  }
}

it.each([
  ['is sold', sold],
  ['is marked as sold', bySeller(SOLD)],
  ['is deleted', bySeller(DELETE)],
  ['is taken down', takenDown],
  ['is withdrawn with its seller', sellerDeleted],
])(
  'when a laptop %s, all buyers are mailed with as many queries as one, at low priority',
  async (_, ending) => {
    const one = await end(ending, 1)
    const many = await end(ending, MANY)
    expect(one.told).toEqual(one.others)
    expect(many.told).toEqual(many.others)
    expect(many.queries).toBe(one.queries)
    expect(many.inTheWay).toEqual([])
  },
)
