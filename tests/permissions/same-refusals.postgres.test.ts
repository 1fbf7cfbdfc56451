import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LAPTOP } from '#tests/products/selling.ts'
import { BOOKING } from '#tests/support/laptops.ts'
import type { Person } from '#tests/support/people.ts'
import { type Made, NONE, openWorld, type World } from './world.ts'

let world: World
/** The queries on behalf of one request; the shop also runs queries of its own. */
const request = new AsyncLocalStorage<unknown[]>()
beforeAll(async () => {
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...asked: unknown[]) {
    request.getStore()?.push(asked[0])
    return query.apply(this, asked as never)
  } as never)
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  vi.restoreAllMocks()
})

/** Everything that a refused caller can see, except what differs for every request, and the number of queries. */
async function seen(made: Made) {
  const work: unknown[] = []
  const { status, headers, body } = await request.run(work, () =>
    world.send({ ...made, address: world.newAddress() }),
  )
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
  return { status, headers: kept, body, queries: work.length }
}

type Who = 'buyer' | 'seller' | 'admin'
type Naming = [call: string, who: Who, ask: (email: string) => { path: string; body?: object }]
const named = (path: string) => (email: string) => ({ path: path.replace('{email}', email) })

/** Every call that names an e-mail, by the role that may make it for themselves. */
const NAMING: Naming[] = [
  ...(['buyer', 'seller'] as const).flatMap((who): Naming[] => [
    ['GET /user', who, named('/api/user?email={email}')],
    ['GET /users/admin/{email}', who, named('/api/users/admin/{email}')],
    ['GET /users/seller/{email}', who, named('/api/users/seller/{email}')],
    ['GET /users/buyer/{email}', who, named('/api/users/buyer/{email}')],
    ['GET /bookings', who, named('/api/bookings?email={email}')],
    ['GET /wishlist', who, named('/api/wishlist?email={email}')],
    ['GET /myproduct', who, named('/api/myproduct?email={email}')],
    ['GET /mybuyers/{email}', who, named('/api/mybuyers/{email}')],
    ['GET /users', who, named('/api/users?userType=buyer&email={email}')],
    ['PUT /verifyuser/{id}', who, named(`/api/verifyuser/${NONE}?email={email}`)],
  ]),
  ['GET /users', 'admin', named('/api/users?userType=seller&email={email}')],
  ['PUT /verifyuser/{id}', 'admin', named(`/api/verifyuser/${NONE}?email={email}`)],
  ['POST /jwt', 'buyer', (email) => ({ path: '/api/jwt', body: { email } })],
  [
    'POST /users',
    'buyer',
    (email) => ({ path: '/api/users', body: { name: 'A', email, userType: 'buyer' } }),
  ],
  [
    'PUT /googleuser/{email}',
    'buyer',
    (email) => ({ path: `/api/googleuser/${email}`, body: { name: 'A', email, userType: 'buyer' } }),
  ],
  [
    'POST /booking',
    'buyer',
    (email) => ({ path: '/api/booking', body: { ...BOOKING, productId: NONE, buyerEmail: email } }),
  ],
  [
    'POST /wishlist',
    'buyer',
    (email) => ({ path: '/api/wishlist', body: { productId: NONE, buyerEmail: email } }),
  ],
  [
    'POST /addproducts',
    'seller',
    (email) => ({ path: '/api/addproducts', body: { ...LAPTOP, image: '/x', sellerEmail: email } }),
  ],
]

describe('another person’s e-mail gets the same refusal after the same queries, existing or not:', () => {
  it.each(NAMING)('%s as a %s', async (call, who, ask) => {
    const { token, cookie } = world[who]
    const method = call.split(' ')[0] ?? ''
    const as = async (email: string) => seen({ method, token, cookie, ...ask(email) })
    // The first request also records that the person is active, which happens once a minute.
    const known = await as(world.otherBuyer.email).then(() => as(world.otherSeller.email))
    const unknown = await as('nobody-at-all@example.com')
    expect(known.status).toBe(403)
    expect(unknown).toEqual(known)
  })
})

type Absent = [
  call: string,
  who: Who,
  ask: (world: World, absent: boolean) => Promise<{ path: string; body?: object }>,
]
const thing =
  (path: string, make: (world: World) => Promise<string>, body?: object): Absent[2] =>
  async (world, absent) => ({
    path: `/api${path}/${absent ? NONE : await make(world)}`,
    ...(body && { body }),
  })
const laptop = (world: World) => world.laptop(world.otherSeller)
const order = (world: World) => world.order(world.otherBuyer)

/** Every call that names somebody's thing. */
const ABSENT: Absent[] = [
  ['GET', 'buyer', thing('/booking', order)],
  ['GET', 'seller', thing('/booking', order)],
  ['GET', 'admin', thing('/booking', order)],
  ['DELETE', 'buyer', thing('/myorders', order)],
  ['DELETE', 'buyer', thing('/mywishlist', (world) => world.wish(world.otherBuyer))],
  ['PUT', 'seller', thing('/productsold', laptop)],
  ['PUT', 'seller', thing('/productavailable', laptop)],
  ['PUT', 'seller', thing('/products', laptop)],
  ['PUT', 'seller', thing('/productprice', laptop, { currentPrice: '400' })],
  ['DELETE', 'seller', thing('/myproduct', laptop)],
  [
    'DELETE',
    'seller',
    thing('/sessions', async ({ shop, otherSeller }) => (await sessionOf(shop, otherSeller)).id),
  ],
  [
    'POST',
    'buyer',
    async (world, absent) => ({
      path: '/api/create-payment-intent',
      body: { price: 449.5, bookingId: absent ? NONE : await order(world) },
    }),
  ],
  [
    'POST',
    'buyer',
    async (world, absent) => {
      const { orderId, transactionId } = await world.begun(world.otherBuyer)
      return { path: '/api/paymentinfo', body: { transactionId, bookingId: absent ? NONE : orderId } }
    },
  ],
  [
    'PUT',
    'admin',
    async (world, absent) => ({
      path: `/api/verifyuser/${absent ? NONE : (await world.somebody('buyer')).id}?email=${world.admin.email}`,
    }),
  ],
]
const sessionOf = async (shop: World['shop'], { id }: Person) =>
  (await shop.sql('select id from sessions where user_id = $1', [id]))[0]

describe('another person’s object gets the same refusal as a missing one, after the same queries:', () => {
  it.each(ABSENT)('%s as a %s', async (method, who, ask) => {
    const { token } = world[who]
    const as = async (absent: boolean) => seen({ method, token, ...(await ask(world, absent)) })
    const theirs = await as(false).then(() => as(false))
    const absent = await as(true)
    expect(theirs.status).toBe(404)
    expect(absent).toEqual(theirs)
  })
})

describe('a refusal by role does not depend on the requested object:', () => {
  it.each([
    ['GET', 'seller', '/api/bookings'],
    ['DELETE', 'buyer', `/api/user/`],
    ['PUT', 'buyer', `/api/productsold/`],
    ['DELETE', 'seller', `/api/myorders/`],
  ] as const)('%s as a %s of %s', async (method, who, path) => {
    const { token } = world[who]
    const real = path.endsWith('/') ? path + (await world.order()) : `${path}?email=${world.buyer.email}`
    const odd = path.endsWith('/') ? `${path}no-id` : `${path}?email=no-email&limit=-1`
    const first = await seen({ method, path: real, token }).then(() => seen({ method, path: real, token }))
    expect(first.status).toBe(403)
    expect(await seen({ method, path: odd, token })).toEqual(first)
  })
})
