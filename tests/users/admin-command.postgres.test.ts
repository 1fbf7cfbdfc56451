import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { cookieOf, PASSWORD, renewToken, signUp } from '#tests/support/people.ts'
import { runAdmin, UNPROVEN } from './run-admin.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const admin = (...args: string[]) =>
  runAdmin(args, { DATABASE_URL: shop.deps.pool.options.connectionString ?? '' })

it('the command makes an account an admin, ends its sessions, and reports it in one line', async () => {
  const [person, other] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  const productId = await putOnSale(shop, await signUp(shop, 'seller'))
  for (const { token } of [person, other])
    await shop.call('POST', '/api/wishlist', { token, body: { productId } })
  expect(await admin(person.email.toUpperCase())).toEqual({
    code: 0,
    out: `${person.email} is an admin now. They have been signed out and must sign in again. ${UNPROVEN}\n`,
    err: '',
  })
  const look = (token: string) => shop.call('GET', `/api/users/admin/${person.email}`, { token })
  expect((await look(person.token)).status).toBe(401)
  const body = { email: person.email, password: PASSWORD }
  const { headers } = await shop.call('POST', '/auth/sign-in/email', { body })
  const cookie = cookieOf(headers)
  expect((await look(await renewToken(shop, { ...person, cookie }))).body).toEqual({ isAdmin: true })
  const wishes = await shop.sql('select buyer_id from wishlist where product_id = $1', [productId])
  expect(wishes).toEqual([{ buyer_id: other.id }])
  expect(await admin(person.email)).toEqual({
    code: 0,
    out: `${person.email} is an admin already. Nothing was changed.\n`,
    err: '',
  })
})

it('the command refuses an account that has bought or sold, and changes nothing', async () => {
  const [seller, buyer] = [await signUp(shop, 'seller'), await signUp(shop, 'buyer')]
  await order(shop, buyer, await putOnSale(shop, seller))
  for (const { email } of [seller, buyer])
    expect(await admin(email)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('has bought or sold here'),
    })
  const types = await shop.sql('select user_type from users where id = any($1) order by 1', [
    [seller.id, buyer.id],
  ])
  expect(types).toEqual([{ user_type: 'buyer' }, { user_type: 'seller' }])
  expect((await renewToken(shop, buyer)).length).toBeGreaterThan(20)
})

it('the command exits with 1 for an unknown account or without an e-mail', async () => {
  expect(await admin('nobody@example.com')).toEqual({
    code: 1,
    out: '',
    err: 'There is no account with the e-mail nobody@example.com. Sign up with it first.\n',
  })
  for (const args of [[], ['not an address']])
    expect(await admin(...args)).toEqual({
      code: 1,
      out: '',
      err: 'Say who: npm run admin -- someone@example.com\n',
    })
})
