import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { beginPayment, CARD, expectReconciled, payByCard } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

let shop: FrontDoor
let admin: Person
let seller: Person
let buyers: Person[]
let laptop: string
/** Runs once, before the provider is told to cancel a payment. */
let beforeCancel: (() => Promise<void>) | undefined
beforeAll(async () => {
  shop = await openFrontDoor({
    between: (sandbox) => ({
      async fetch(request) {
        const happens = request.url.endsWith('/cancel') ? beforeCancel : undefined
        if (happens) beforeCancel = undefined
        await happens?.()
        return sandbox.fetch(request)
      },
    }),
  })
  admin = await makeAdmin(shop)
})
beforeEach(async () => {
  seller = await signUp(shop, 'seller')
  buyers = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  laptop = await putOnSale(shop, seller)
})
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

async function report(): Promise<string> {
  const reported = { productId: laptop, reason: 'Stolen pictures.' }
  const { body } = await shop.call('POST', '/api/reports', { token: admin.token, body: reported })
  return body.insertedId
}
async function takeDown(reported?: string) {
  const decided = { decision: 'taken-down', reason: 'We asked the seller.' }
  const path = `/api/reports/${reported ?? (await report())}`
  return shop.call('PUT', path, { token: admin.token, body: decided })
}
const deleteSeller = () => shop.call('DELETE', `/api/user/${seller.id}`, { token: admin.token })

it.each([
  ['takes a laptop down', () => takeDown()],
  ['deletes its seller', deleteSeller],
])('an admin %s even while buyers claim it one after the other', async (_what, end) => {
  const [first, second] = buyers as [Person, Person]
  const [begun, next] = [await order(shop, first, laptop), await order(shop, second, laptop)]
  expect((await beginPayment(shop, first, begun)).status).toBe(200)
  let waited: Awaited<ReturnType<typeof beginPayment>> | undefined
  beforeCancel = async () => {
    // From here on the laptop is free.
    await shop.call('DELETE', `/api/myorders/${begun}`, { token: first.token })
    waited = await beginPayment(shop, second, next)
  }
  expect(await end()).toMatchObject({ status: 200 })
  expect(waited).toMatchObject({ status: 409, body: { code: 'laptop-held' } })
  expect((await beginPayment(shop, second, next)).body.code).toBe('laptop-not-available')
})

it('the pause on the claims of a seller lasts for a whole call, even soon after another pause', async () => {
  const [first, second] = buyers as [Person, Person]
  const limit = { key: 'another limit', window_start: shop.deps.clock() }
  await shop.sql(
    'insert into rate_limits (key, window_start, count) values ($1, $2, 1)',
    Object.values(limit),
  )
  expect(await takeDown()).toMatchObject({ status: 200 })
  shop.pass({ minutes: 15 / 60 })
  laptop = await putOnSale(shop, seller)
  const [begun, next] = [await order(shop, first, laptop), await order(shop, second, laptop)]
  expect((await beginPayment(shop, first, begun)).status).toBe(200)
  let waited: Awaited<ReturnType<typeof beginPayment>> | undefined
  beforeCancel = async () => {
    shop.pass({ minutes: 10 / 60 })
    await shop.call('DELETE', `/api/myorders/${begun}`, { token: first.token })
    waited = await beginPayment(shop, second, next)
  }
  expect(await takeDown()).toMatchObject({ status: 200 })
  expect(waited).toMatchObject({ status: 409, body: { code: 'laptop-held' } })
  expect(await shop.sql('select key, window_start from rate_limits where key = $1', [limit.key])).toEqual([
    limit,
  ])
})

it('an admin can take down a laptop that a buyer is claiming concurrently', async () => {
  const [buyer] = buyers as [Person]
  const [reported, ordered] = [await report(), await order(shop, buyer, laptop)]
  // A claim locks the laptop before the buyer's own row.
  const other = await shop.deps.pool.connect()
  await other.query('begin')
  await other.query('select 1 from users where id = $1 for update', [buyer.id])
  const claimed = beginPayment(shop, buyer, ordered)
  await untilWaiting(shop.deps.pool)
  const ended = takeDown(reported)
  await untilWaiting(shop.deps.pool, 2)
  await other.query('rollback')
  other.release()
  expect(await ended).toMatchObject({ status: 200 })
  await claimed
  expect((await beginPayment(shop, buyer, ordered)).body.code).toBe('laptop-not-available')
})

it('the pause on the claims of a seller locks their laptops in the order in which a deletion does', async () => {
  const later = await putOnSale(shop, seller)
  // Changed last, it is now stored behind the later one: read by place or by date, it would be locked second.
  await shop.sql('update products set advertised_until = now() where id = $1', [laptop])
  const other = await shop.deps.pool.connect()
  await other.query('begin')
  await other.query('select from products where id = $1 for update', [laptop])
  const ended = deleteSeller()
  await untilWaiting(shop.deps.pool)
  try {
    await other.query('select from products where id = $1 for update nowait', [later])
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await ended).toMatchObject({ status: 200 })
})

it('a refused take-down ends the pause on claims, and a pause left by a killed call expires', async () => {
  const [first, second] = buyers as [Person, Person]
  const [begun, next] = [
    await order(shop, first, laptop),
    await order(shop, second, await putOnSale(shop, seller)),
  ]
  const { body } = await beginPayment(shop, first, begun)
  await payByCard(shop, body.client_secret, CARD.processing)
  expect(await takeDown()).toMatchObject({ status: 409, body: { code: 'laptop-held' } })
  expect((await beginPayment(shop, second, next)).status).toBe(200)

  await shop.call('DELETE', `/api/myorders/${next}`, { token: second.token })
  const anew = await order(shop, second, await putOnSale(shop, seller))
  const pauseFrom = (began: Date) =>
    shop.sql(`update rate_limits set count = 1, window_start = $2 where key = $1`, [
      `claims-pause ${seller.id}`,
      began,
    ])
  await pauseFrom(shop.deps.clock())
  expect((await beginPayment(shop, second, anew)).body.code).toBe('laptop-held')
  shop.pass({ minutes: 1 })
  // A pause set by a clock that was an hour ahead is over, too.
  await pauseFrom(new Date(shop.deps.clock().getTime() + 3_600_000))
  expect((await beginPayment(shop, second, anew)).status).toBe(200)
  // The provider finishes what it was processing.
  shop.pass({ minutes: 5 })
  await shop.sandbox.settled()
})
