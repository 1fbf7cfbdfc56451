import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
let laptop: string
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
  laptop = await putOnSale(shop, seller)
})
afterAll(() => shop.close())

const report = (who: Person | undefined, productId: string, reason: unknown = 'Asks for money in advance.') =>
  shop.call('POST', '/api/reports', { token: who?.token, body: { productId, reason } })
const count = async (productId = laptop) =>
  (await shop.sql('select count(*)::int as n from reports where product_id = $1', [productId]))[0]?.n

describe('reporting a laptop', () => {
  it('stores one open report per person and laptop, and returns the first one when repeated', async () => {
    await report(await signUp(shop, 'buyer'), laptop, 'Another reason.')
    const first = await report(buyer, laptop)
    expect(first).toMatchObject({ status: 201, body: { acknowledged: true, reasonCounts: true } })
    const { insertedId } = first.body
    const again = await report(buyer, laptop, 'Another reason.')
    expect(again).toMatchObject({ status: 200, body: { insertedId, reasonCounts: false } })
    const same = await report(buyer, laptop, ' Asks for money in advance. ')
    expect(same).toMatchObject({ status: 200, body: { insertedId, reasonCounts: true } })
    const kept = 'select reason from reports where product_id = $1 and reporter_id = $2'
    expect(await shop.sql(kept, [laptop, buyer.id])).toEqual([{ reason: 'Asks for money in advance.' }])
  })

  it('is a new report once the first is decided, and returns that one when repeated', async () => {
    const other = await putOnSale(shop, seller)
    const first = (await report(buyer, other)).body.insertedId
    const { token } = await makeAdmin(shop)
    const body = { decision: 'dismissed', reason: 'Looked at.' }
    expect((await shop.call('PUT', `/api/reports/${first}`, { token, body })).status).toBe(200)
    const second = await report(buyer, other, 'Asks again.')
    expect(second.status).toBe(201)
    const again = await report(buyer, other, 'Asks again.')
    expect(again).toMatchObject({ status: 200, body: second.body })
  })

  it('stores one report when the same person sends it several times concurrently', async () => {
    const other = await putOnSale(shop, seller)
    const answers = await Promise.all([1, 2, 3, 4].map(() => report(buyer, other)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
    expect(await count(other)).toBe(1)
  })

  it('is open to other sellers and to admins, but not to visitors', async () => {
    const before = await count()
    expect((await report(await signUp(shop, 'seller'), laptop)).status).toBe(201)
    expect((await report(await makeAdmin(shop), laptop)).status).toBe(201)
    expect((await report(undefined, laptop)).status).toBe(401)
    expect(await count()).toBe(before + 2)
  })

  it('is refused for one’s own laptop', async () => {
    expect(await report(seller, laptop)).toMatchObject({
      status: 403,
      body: {
        code: 'not-allowed',
        detail: 'This laptop is your own: you can change its price or delete it yourself.',
      },
    })
  })

  it('responds 404 for an unknown or withdrawn laptop and 400 for an invalid ID', async () => {
    const withdrawn = await putOnSale(shop, seller)
    await shop.sql('update products set withdrawn_at = now() where id = $1', [withdrawn])
    for (const id of ['0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e', withdrawn])
      expect((await report(buyer, id)).status).toBe(404)
    expect((await report(buyer, "' or 1=1--")).status).toBe(400)
    expect(await count(withdrawn)).toBe(0)
  })

  it.each([
    ['nothing', ''],
    ['only spaces', '  \n '],
    ['501 characters', 'x'.repeat(501)],
    ['a control character', 'a\u0000b'],
    ['an array', ['x']],
    ['a number', 7],
  ])('refuses a reason of %s, naming the field', async (_what, reason) => {
    expect(await report(buyer, laptop, reason)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/reason' }] },
    })
  })

  it('stores 500 characters with line breaks as typed', async () => {
    const reason = `<b>Look</b>\n${'x'.repeat(488)}`
    const other = await putOnSale(shop, seller)
    expect((await report(buyer, other, reason)).status).toBe(201)
    expect(await shop.sql('select reason from reports where product_id = $1', [other])).toEqual([{ reason }])
  })

  it('is limited to ten reports an hour per person, not per address', async () => {
    const keen = await signUp(shop, 'buyer')
    const many = await Promise.all(Array.from({ length: 11 }, () => putOnSale(shop, seller)))
    const last = many.pop() as string
    for (const id of many) expect((await report(keen, id)).status).toBe(201)
    const refused = await report(keen, last)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(await count(last)).toBe(0)
    expect((await report(buyer, last)).status).toBe(201)
    shop.pass({ minutes: 61 })
    // The token is older than ten minutes by now.
    expect((await report({ ...keen, token: await renewToken(shop, keen) }, last)).status).toBe(201)
  })
})
