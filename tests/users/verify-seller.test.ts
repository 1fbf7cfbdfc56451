import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { makeAdmin as makeAdminByCommand } from '#server/users/make-admin.ts'
import { proveEmail } from '#server/users/prove-email.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let admin: Person
let buyer: Person
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  admin = await makeAdmin(shop)
  buyer = await signUp(shop, 'buyer')
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

const verify = (id: string, { token, email = admin.email }: { token?: string | undefined; email?: string }) =>
  shop.call('PUT', `/api/verifyuser/${id}?email=${email}`, { token })
const rowOf = async (id: string) =>
  (await shop.sql('select verified_at, verified_by from users where id = $1', [id]))[0]

it('only an admin with their own e-mail can verify a seller', async () => {
  expect((await verify(seller.id, {})).status).toBe(401)
  for (const { token, email } of [buyer, seller]) {
    expect((await verify(seller.id, { token })).status).toBe(403)
    expect((await verify(seller.id, { token, email })).status).toBe(403)
  }
  const { token } = admin
  expect((await verify(seller.id, { token, email: seller.email })).status).toBe(403)
  expect((await verify(seller.id, { token, email: 'nobody@example.com' })).status).toBe(403)
  expect((await shop.call('PUT', `/api/verifyuser/${seller.id}`, { token })).status).toBe(400)
  expect(await rowOf(seller.id)).toEqual({ verified_at: null, verified_by: null })
})

it('a person who is not a seller gets a 404, like an unknown one', async () => {
  for (const id of [buyer.id, admin.id, newId(new Date()), 'no-id'])
    expect((await verify(id, { token: admin.token })).status).toBe(404)
  expect(await rowOf(buyer.id)).toEqual({ verified_at: null, verified_by: null })
})

it('a verified seller who is made an admin is no longer verified', async () => {
  const { id, email } = await signUp(shop, 'seller')
  expect((await verify(id, { token: admin.token })).status).toBe(200)
  await makeAdminByCommand(shop.deps, { email })
  expect(await rowOf(id)).toEqual({ verified_at: null, verified_by: null })
})

it('the badge appears at once on all laptops of the seller, and on no others', async () => {
  const mine = [await putOnSale(shop, seller), await putOnSale(shop, seller, { advertised: true })]
  const other = await putOnSale(shop, await signUp(shop, 'seller'))
  const badges = async () => {
    const { body } = await shop.call('GET', '/api/products')
    return Object.fromEntries(
      body.map(({ _id, sellerVerified }: { _id: string; sellerVerified: boolean }) => [_id, sellerVerified]),
    )
  }
  const none = Object.fromEntries([...mine, other].map((id) => [id, false]))
  expect(await badges()).toEqual(none)
  shop.mails.length = 0
  expect(await verify(seller.id, { token: admin.token })).toMatchObject({
    status: 200,
    body: { acknowledged: true, modifiedCount: 1 },
  })
  expect(await badges()).toEqual({ ...none, ...Object.fromEntries(mine.map((id) => [id, true])) })
  expect((await shop.call('GET', '/api/adsproduct')).body[0]).toMatchObject({ sellerVerified: true })
  expect(shop.mails).toMatchObject([{ to: seller.email, subject: 'You are a verified seller' }])
})

it('admin and time of a verification are stored, and a second one changes and mails nothing', async () => {
  const before = await rowOf(seller.id)
  expect(before.verified_by).toBe(admin.id)
  expect(Math.abs(before.verified_at.getTime() - shop.deps.clock().getTime())).toBeLessThan(60_000)
  shop.pass({ minutes: 2 })
  shop.mails.length = 0
  const again = await verify(seller.id, { token: admin.token })
  expect(again).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 0 } })
  expect(await rowOf(seller.id)).toEqual(before)
  expect(shop.mails).toEqual([])
})

it('a verification is mailed, with a name only to a confirmed e-mail', async () => {
  const [unproven, proven] = [await signUp(shop, 'seller', 'Typed'), await signUp(shop, 'seller', 'Salma')]
  await proveEmail(shop.deps, proven.id)
  for (const { id } of [unproven, proven]) expect((await verify(id, admin)).status).toBe(200)
  const greeting = ({ email }: Person) => shop.mails.findLast(({ to }) => to === email)?.text[0]
  expect([unproven, proven].map(greeting)).toEqual(['Hello,', 'Hello Salma,'])
})
