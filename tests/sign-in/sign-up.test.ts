import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SPARE_PROCESSORS } from '#server/limit-concurrency.ts'
import { verifyPassword } from '#server/sign-in/passwords.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
  // Its own transactions would be counted.
  await shop.sandbox.stop()
})
afterAll(() => shop.close())

/** A hash that takes a second to verify. */
const SLOW = `$argon2id$v=19$m=19456,t=60,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

it('a sign-up starts no transaction before its password is hashed', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const begun = () => query.mock.calls.some(([text]) => `${text}` === 'begin')
  const before = Array.from({ length: SPARE_PROCESSORS }, () =>
    verifyPassword({ hash: SLOW, password: 'any password' }),
  )
  const begunMeanwhile = Promise.race(before).then(begun)
  const body = { name: 'Ada', email: 'ada@example.com', password: 'a password of her own' }
  const answer = shop.call('POST', '/auth/sign-up/email', { body })
  expect(await begunMeanwhile).toBe(false)
  expect((await answer).status).toBe(200)
  expect(begun()).toBe(true)
  query.mockRestore()
  await Promise.all(before)
  const signIn = (password: string) =>
    shop.call('POST', '/auth/sign-in/email', { body: { email: body.email, password } })
  expect((await signIn(body.password)).status).toBe(200)
  expect((await signIn('another password')).status).toBe(401)
})

it.each([
  'tom&jerry@example.com',
  'ivan@example.xn--p1ai',
  'a/%2f{b}~@example.com',
  `${'a&'.repeat(121)}@example.com`,
])('an account can have any e-mail address that the shop accepts, such as %s', async (email) => {
  const account = { name: 'Tom', email, password: 'a password of his own' }
  const signUp = () => shop.call('POST', '/auth/sign-up/email', { body: account })
  const signIn = (password: string) =>
    shop.call('POST', '/auth/sign-in/email', { body: { email: email.toUpperCase(), password } })
  expect(await signUp()).toMatchObject({ status: 200, body: { user: { email } } })
  expect(await signUp()).toMatchObject({ status: 422, body: { code: 'email-taken' } })
  expect(await signIn(account.password)).toMatchObject({ status: 200, body: { user: { email } } })
  expect((await signIn('another password')).status).toBe(401)
  expect(await shop.sql('select name from users where email = $1', [email])).toEqual([{ name: 'Tom' }])
})
