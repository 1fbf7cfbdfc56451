import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveEmail } from '#server/users/prove-email.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { orderAsGuest, orderUnseen, putOnSale } from '#tests/support/laptops.ts'
import { cookieOf, PASSWORD, type Person, signUp } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

/** Proves a buyer's e-mail while somebody orders a laptop that a guest with that e-mail has ordered. */
async function proveWhileOrdered(buyer: Person, laptop: string, meanwhile: Meanwhile) {
  const ordering = await shop.deps.pool.connect()
  await ordering.query('begin')
  await ordering.query('select from products where id = $1 for share', [laptop])
  const proving = proveEmail(shop.deps, buyer.id)
  await untilWaiting(shop.deps.pool)
  await meanwhile(ordering)
  await ordering.query('commit')
  ordering.release()
  await proving
}
type Meanwhile = (ordering: pg.PoolClient) => Promise<void>
const ordersOf = async ({ id }: { id: string }) =>
  (await shop.sql('select id from orders where buyer_id = $1', [id])).map((order) => order.id)

it('a guest order is replaced by one that its buyer is placing concurrently', async () => {
  const buyer = await signUp(shop, 'buyer')
  const laptop = await putOnSale(shop, seller)
  await orderAsGuest(shop, laptop, { buyerEmail: buyer.email })
  let own = ''
  await proveWhileOrdered(buyer, laptop, async (ordering) => {
    own = await orderUnseen(ordering, buyer, laptop)
  })
  expect(await ordersOf(buyer)).toEqual([own])
  expect(await shop.sql('select id from orders where product_id = $1', [laptop])).toEqual([{ id: own }])
})

it('a guest order placed after the laptops were locked is handed over the next time', async () => {
  const buyer = await signUp(shop, 'buyer')
  const [laptop, another] = [await putOnSale(shop, seller), await putOnSale(shop, seller)]
  const first = await orderAsGuest(shop, laptop, { buyerEmail: buyer.email })
  let second = ''
  await proveWhileOrdered(buyer, laptop, async () => {
    second = await orderAsGuest(shop, another, { buyerEmail: buyer.email })
  })
  expect(await ordersOf(buyer)).toEqual([first])
  await proveEmail(shop.deps, buyer.id)
  expect((await ordersOf(buyer)).sort()).toEqual([first, second].sort())
})

it.each([
  ['buyer', 1],
  ['seller', 0],
] as const)(
  'a user with a confirmed e-mail who then becomes a %s gets %i of the guest orders',
  async (userType, count) => {
    const [name, email] = ['Greta', `undecided-${userType}@example.com`]
    await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const account = { name, email, password: PASSWORD }
    const { headers } = await shop.call('POST', '/auth/sign-up/email', { body: account })
    const [undecided] = await shop.sql('select id from users where email = $1', [email])
    await proveEmail(shop.deps, undecided.id)
    expect(await ordersOf(undecided)).toEqual([])
    const chosen = { cookie: cookieOf(headers), body: { name, email, userType } }
    expect((await shop.call('POST', '/api/users', chosen)).status).toBe(201)
    expect(await ordersOf(undecided)).toHaveLength(count)
  },
)
