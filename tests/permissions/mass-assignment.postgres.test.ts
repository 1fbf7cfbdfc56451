import { afterAll, beforeAll, expect, it } from 'vitest'
import { MATRIX } from './matrix.ts'
import { COLUMNS, cellOf } from './row.ts'
import { changesBetween, LONG_AGO, rowReader, withoutChance } from './rows.ts'
import { type Made, NONE, openWorld, type World } from './world.ts'

let world: World
let readRows: () => Promise<Set<string>>
beforeAll(async () => {
  world = await openWorld()
  readRows = await rowReader(world.shop)
})
afterAll(() => world.close())

/** What only the server decides, under every name that it has in the contract, in the code and in the tables. */
const SERVER_OWNED = () => ({
  ...{ _id: NONE, id: NONE, userId: NONE, ownerId: world.otherBuyer.id, insertedId: NONE, sessionId: NONE },
  ...{ userType: 'admin', user_type: 'admin', role: 'admin', isAdmin: true, isSeller: true, isBuyer: true },
  ...{ verified: true, verifiedAt: LONG_AGO, verified_at: LONG_AGO, verifiedBy: world.admin.id },
  ...{ emailVerified: true, email_verified: true, emailProven: true },
  ...{
    status: 'sold',
    ads: true,
    adsUntil: LONG_AGO,
    advertisedUntil: '2099-01-01T00:00:00Z',
    withdrawnAt: LONG_AGO,
  },
  ...{
    sellerId: world.otherSeller.id,
    seller_id: world.otherSeller.id,
    sellerEmail: world.otherSeller.email,
  },
  ...{ sellerName: 'Canary Mallory', sellerVerified: true, sellerPhone: '01800000000', soldAt: LONG_AGO },
  ...{ buyerId: world.otherBuyer.id, buyer_id: world.otherBuyer.id, buyerEmail: world.otherBuyer.email },
  ...{
    buyerImg: 'https://evil.example/x.png',
    paid: true,
    paidAt: LONG_AGO,
    paidDate: LONG_AGO,
    state: 'paid',
  },
  ...{ price: 1, priceCents: 1, price_cents: 1, amountCents: 1, priceWhenSaved: 1, priceCentsWhenSaved: 1 },
  ...{
    currency: 'eur',
    attempt: 99,
    heldUntil: '2099-01-01T00:00:00Z',
    intentId: 'pi_invented',
    refundId: 're_1',
  },
  ...{ productName: 'Canary Laptop', imageId: 'f'.repeat(32), purchaseMonths: 999, brandId: 'walton' },
  ...{ publishedDate: LONG_AGO, publishedAt: LONG_AGO, bookingDate: LONG_AGO, reportedDate: LONG_AGO },
  ...{ createdAt: LONG_AGO, created_at: LONG_AGO, updatedAt: LONG_AGO, lastSeenAt: LONG_AGO },
  ...{ reporterId: world.otherBuyer.id, decidedBy: world.otherBuyer.id, decidedAt: LONG_AGO },
  ...{ uploadedFrom: 'somewhere', width: 1, height: 1, color: '#000000', purposeId: 'avatar' },
})

/** Every call that changes something, made by somebody who may. */
const MUTATIONS = MATRIX.flatMap((row) => {
  const index = row.expects.findIndex((status) => status !== undefined && status < 300)
  const column = COLUMNS[index]
  return row.call.startsWith('GET') || !column ? [] : [{ call: row.call, row, column }]
}).filter(({ row }, index, all) => all.findIndex(({ call }) => call === row.call) === index || row.variant)

function withMore(made: Made, more: Record<string, unknown>): Made {
  const url = new URL(made.path, 'http://shop')
  for (const [name, value] of Object.entries(more))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
  const body = { ...more, ...(made.body as object) }
  return { ...made, path: url.pathname + url.search, ...(!made.picture && { body }) }
}

it.each(MUTATIONS)('$call ignores fields that only the server may set', async ({ row, column }) => {
  const { shop } = world
  const cell = cellOf(world, column)
  const proof =
    cell.caller && (row.by === 'cookie' ? { cookie: cell.caller.cookie } : { token: cell.caller.token })
  const owned = SERVER_OWNED()
  const texts = Object.values(owned).filter((value) => typeof value === 'string')
  const change = async (more?: Record<string, unknown>) => {
    const made = { method: row.call.split(' ')[0] ?? '', ...proof, ...(await row.ask(world, cell)) }
    await shop.sandbox.settled()
    const before = await readRows()
    const sent = more ? withMore(made, more) : made
    const { status, body } = await world.send({ ...sent, address: world.newAddress() })
    await shop.sandbox.settled()
    const changes = changesBetween(before, await readRows(), texts)
    return { status, body: withoutChance(JSON.stringify(body), texts), changes }
  }
  const plain = await change()
  expect(plain.status).toBeLessThan(300)
  expect(await change(owned)).toEqual(plain)
})

it.each(['__proto__', 'constructor'])('%s in a request body has no effect', async (name) => {
  const before = await readRows()
  const evil = `"${name}":{"prototype":{"isAdmin":true,"userType":"admin"},"isAdmin":true,"userType":"admin"}`
  const { name: own, email, cookie } = world.buyer
  const body = `{${evil},"name":"${own}","email":"${email}","userType":"seller"}`
  const { status } = await world.shop.call('POST', '/api/users', { cookie, body })
  expect([200, 400]).toContain(status)
  expect({}).not.toHaveProperty('isAdmin')
  expect(await readRows()).toEqual(before)
})
