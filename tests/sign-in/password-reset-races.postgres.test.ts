import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { orderAsGuest, putOnSale } from '#tests/support/laptops.ts'
import { linkTo } from '#tests/support/mails.ts'
import { cookieOf, PASSWORD, type Person, signUp } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

async function resetFor(email: string) {
  await shop.call('POST', '/auth/request-password-reset', { body: { email } })
  const body = { token: linkTo(shop, email).token, newPassword: 'another good password' }
  return () => shop.call('POST', '/auth/reset-password', { body })
}

async function begin() {
  const client = await shop.deps.pool.connect()
  await client.query('begin')
  let under = true
  onTestFinished(() => {
    if (under) client.release(true)
  })
  return {
    query: (text: string, id: string) => client.query(text, [id]),
    async commit() {
      await client.query('commit')
      client.release()
      under = false
    },
  }
}

it('a password reset and an order that lock the same person do not deadlock', async () => {
  const productId = await putOnSale(shop, seller)
  await orderAsGuest(shop, productId, { buyerEmail: seller.email })
  const reset = await resetFor(seller.email)

  // The locks of an order: the laptop first, then the person named as its seller.
  const ordering = await begin()
  await ordering.query('select 1 from products where id = $1 for share', productId)
  const resetting = reset()
  await untilWaiting(shop.deps.pool)
  await ordering.query('select 1 from users where id = $1 for key share', seller.id)
  await ordering.commit()
  expect((await resetting).status).toBe(200)
})

it('a password reset and an order do not deadlock when a guest orders that laptop meanwhile', async () => {
  const buyer = await signUp(shop, 'buyer')
  const reset = await resetFor(buyer.email)

  // The reset has looked for the orders of guests, and now waits for the person.
  const busy = await begin()
  await busy.query('select 1 from users where id = $1 for update', buyer.id)
  let done = false
  const resetting = reset().finally(() => {
    done = true
  })
  await untilWaiting(shop.deps.pool)
  const productId = await putOnSale(shop, seller)
  await orderAsGuest(shop, productId, { buyerEmail: buyer.email })
  const ordering = await begin()
  await ordering.query('select 1 from products where id = $1 for share', productId)
  await busy.commit()
  const free = 'select 1 from users where id = $1 for update skip locked'
  const patience = { timeout: 20_000 }
  await vi.waitUntil(async () => done || (await shop.sql(free, [buyer.id])).length === 0, patience)
  await ordering.query('select 1 from users where id = $1 for key share', buyer.id)
  await ordering.commit()
  expect((await resetting).status).toBe(200)
})

it('a password reset and the completion of a sign-up do not deadlock', async () => {
  const email = 'late@example.com'
  const productId = await putOnSale(shop, seller)
  await orderAsGuest(shop, productId, { buyerEmail: email })
  const account = { name: 'Lara', email, password: PASSWORD, emailToken: linkTo(shop, email).token }
  const { headers, body } = await shop.call('POST', '/auth/sign-up/email', { body: account })

  // The locks of a new password: the laptop first, then the person.
  const resetting = await begin()
  await resetting.query('select 1 from products where id = $1 for update', productId)
  const chosen = { name: 'Lara', email, userType: 'buyer' }
  const completing = shop.call('POST', '/api/users', { cookie: cookieOf(headers), body: chosen })
  await untilWaiting(shop.deps.pool)
  await resetting.query('select 1 from users where id = $1 for update', body.user.id)
  await resetting.commit()
  expect((await completing).status).toBe(201)
  expect(await shop.sql('select buyer_id from orders where product_id = $1', [productId])).toEqual([
    { buyer_id: body.user.id },
  ])
})

it('a sign-in that waits for the end of its password gets a 401 and creates no session', async () => {
  const { id, email } = await signUp(shop, 'buyer')
  const ending = await begin()
  await ending.query(`update accounts set password = 'another hash' where user_id = $1`, id)
  await ending.query('delete from sessions where user_id = $1', id)
  const signingIn = shop.call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })
  await Promise.race([untilWaiting(shop.deps.pool), signingIn])
  await ending.commit()
  expect((await signingIn).status).toBe(401)
  expect(await shop.sql('select from sessions where user_id = $1', [id])).toEqual([])
})

it('a password change that waits for another one gets a 401 and changes nothing', async () => {
  const { id, cookie } = await signUp(shop, 'buyer')
  const replacing = await begin()
  await replacing.query('select 1 from users where id = $1 for update', id)
  const body = { currentPassword: PASSWORD, newPassword: 'another good password' }
  const changing = shop.call('POST', '/auth/change-password', { cookie, body })
  await Promise.race([untilWaiting(shop.deps.pool), changing])
  await replacing.query(`update accounts set password = 'another hash' where user_id = $1`, id)
  await replacing.commit()
  expect(await changing).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
  expect(await shop.sql('select password from accounts where user_id = $1', [id])).toEqual([
    { password: 'another hash' },
  ])
})

it('a sign-in beyond a hundred sessions does not wait for a lock on one of them', async () => {
  const { id, email } = await signUp(shop, 'buyer')
  await shop.sql(
    `insert into sessions (id, user_id, token, expires_at, updated_at)
     select gen_random_uuid(), $1, gen_random_uuid(), now() + interval '6 days', now() - interval '1 day'
     from generate_series(1, 100)`,
    [id],
  )
  const ending = await begin()
  await ending.query('select 1 from sessions where user_id = $1 for update', id)
  const signingIn = shop.call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })
  const first = await Promise.race([untilWaiting(shop.deps.pool).then(() => 'it waits'), signingIn])
  await ending.commit()
  await signingIn
  expect(first).toMatchObject({ status: 200 })
})
