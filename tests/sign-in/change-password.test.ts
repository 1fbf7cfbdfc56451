import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveEmail } from '#server/users/prove-email.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { linkTo, subjectsTo } from '#tests/support/mails.ts'
import { cookieOf, PASSWORD, type Person, renewToken, signUp } from '#tests/support/people.ts'

const NEW = 'another good password'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const change = (cookie: string, body: object, address = '127.0.0.1') =>
  shop.call('POST', '/auth/change-password', { cookie, body, address })
const signIn = (email: string, password: string) =>
  shop.call('POST', '/auth/sign-in/email', { body: { email, password } })
const look = async ({ email }: Person, token: string) =>
  (await shop.call('GET', `/api/user?email=${email}`, { token })).status

it('a password change ends the other sessions, keeps the current one, and is mailed', async () => {
  const person = await signUp(shop, 'buyer')
  const elsewhere = cookieOf((await signIn(person.email, PASSWORD)).headers)
  const token = await renewToken(shop, { ...person, cookie: elsewhere })
  expect(await look(person, token)).toBe(200)
  expect(await change(person.cookie, { currentPassword: PASSWORD, newPassword: NEW })).toMatchObject({
    status: 200,
    body: { status: true },
  })
  expect(await look(person, token)).toBe(401)
  expect(await look(person, person.token)).toBe(200)
  expect((await signIn(person.email, PASSWORD)).status).toBe(401)
  expect((await signIn(person.email, NEW)).status).toBe(200)
  expect(subjectsTo(shop, person.email)).toContain('Your password was changed')
  const [{ password }] = await shop.sql('select password from accounts where user_id = $1', [person.id])
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('a password change sent again takes effect once, and counts as no wrong password', async () => {
  const person = await signUp(shop, 'buyer')
  await shop.sql(`update accounts set updated_at = now() - interval '1 day' where user_id = $1`, [person.id])
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  for (let time = 0; time < 12; time++)
    expect(await change(person.cookie, body)).toMatchObject({ status: 200, body: { status: true } })
  expect(subjectsTo(shop, person.email).filter((one) => one === 'Your password was changed')).toHaveLength(1)
  const noted = shop.sql('select action from audit_events where subject = $1 order by id', [person.id])
  expect((await noted).map(({ action }) => action)).toEqual(['role-changed', 'password-changed'])
  expect((await signIn(person.email, NEW)).status).toBe(200)
})

it('a change to a password set over fifteen minutes ago does not pass as a repetition', async () => {
  const person = await signUp(shop, 'buyer')
  await shop.sql(`update accounts set updated_at = now() - interval '16 minutes' where user_id = $1`, [
    person.id,
  ])
  const body = { currentPassword: 'a guess of somebody', newPassword: PASSWORD }
  expect(await change(person.cookie, body)).toMatchObject({ status: 400, body: { code: 'wrong-password' } })
  const noted = await shop.sql('select action from audit_events where subject = $1 order by id', [person.id])
  expect(noted.at(-1)).toEqual({ action: 'sign-in-failed' })
})

it('a password change invalidates reset links that were requested before', async () => {
  const person = await signUp(shop, 'buyer')
  await shop.call('POST', '/auth/request-password-reset', { body: { email: person.email } })
  const { token } = linkTo(shop, person.email)
  expect((await change(person.cookie, { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(200)
  const reset = { token, newPassword: 'the password of somebody else' }
  expect(await shop.call('POST', '/auth/reset-password', { body: reset })).toMatchObject({
    status: 400,
    body: { code: 'link-too-old' },
  })
  expect((await signIn(person.email, NEW)).status).toBe(200)
})

it('a password change is mailed ten times an hour, with a name only to a confirmed e-mail', async () => {
  const person = await signUp(shop, 'buyer', 'You have won')
  const changed = () =>
    shop.mails.filter(({ to, subject }) => to === person.email && subject === 'Your password was changed')
  for (let time = 0; time < 11; time++) {
    const [currentPassword, newPassword] = time % 2 ? [NEW, PASSWORD] : [PASSWORD, NEW]
    expect((await change(person.cookie, { currentPassword, newPassword })).status).toBe(200)
  }
  expect(changed()).toHaveLength(10)
  expect(JSON.stringify(changed())).not.toContain('You have won')
  shop.pass({ minutes: 61 })
  await proveEmail(shop.deps, person.id)
  await change(person.cookie, { currentPassword: NEW, newPassword: PASSWORD })
  expect(changed().at(-1)?.text[0]).toBe('Hello You have won,')
})

it('a session gets ten wrong current passwords within fifteen minutes, then a 429', async () => {
  const person = await signUp(shop, 'buyer')
  for (let guess = 0; guess < 10; guess++)
    expect(
      await change(person.cookie, { currentPassword: `wrong ${guess}`, newPassword: NEW }),
    ).toMatchObject({
      status: 400,
      body: { code: 'wrong-password', errors: [{ pointer: '/currentPassword' }] },
    })
  expect((await change(person.cookie, { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(429)
  shop.pass({ minutes: 16 })
  expect((await change(person.cookie, { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(200)
})

it.each([
  ['a short password', () => 'short12'],
  ['a common password', () => 'password1'],
  ['one’s own e-mail', ({ email }: Person) => email],
])('%s is refused as the new password', async (_what, choose) => {
  const person = await signUp(shop, 'seller')
  expect(
    await change(person.cookie, { currentPassword: PASSWORD, newPassword: choose(person) }),
  ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/newPassword' }] } })
  expect((await signIn(person.email, PASSWORD)).status).toBe(200)
})

it('a password change requires a session, and a request from the shop’s own origin', async () => {
  const person = await signUp(shop, 'buyer')
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  expect((await shop.call('POST', '/auth/change-password', { body })).status).toBe(401)
  const headers = { cookie: person.cookie, origin: 'https://evil.example' }
  expect((await shop.call('POST', '/auth/change-password', { body, headers })).status).toBe(403)
  expect((await signIn(person.email, PASSWORD)).status).toBe(200)
})

it('an account without a password is reported as such, and cannot change it', async () => {
  const person = await signUp(shop, 'buyer')
  const known = () => shop.call('GET', '/auth/has-password', { cookie: person.cookie })
  expect((await known()).body).toEqual({ hasPassword: true })
  await shop.sql(`delete from accounts where user_id = $1`, [person.id])
  expect((await known()).body).toEqual({ hasPassword: false })
  expect(await change(person.cookie, { currentPassword: PASSWORD, newPassword: NEW })).toMatchObject({
    status: 409,
    body: { code: 'no-password' },
  })
  expect((await shop.call('GET', '/auth/has-password')).status).toBe(401)
})
