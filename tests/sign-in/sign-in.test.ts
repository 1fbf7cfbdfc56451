import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { cookieOf, makeAdmin, PASSWORD, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const signIn = (email: string, password: string, address?: string) =>
  shop.call('POST', '/auth/sign-in/email', { body: { email, password }, ...(address && { address }) })

describe('sign-up', () => {
  it('creates an account with one role, and a token for its own e-mail only', async () => {
    const ada = await signUp(shop, 'buyer')
    const again = await shop.call('POST', '/api/users', {
      cookie: ada.cookie,
      body: { name: 'Other', email: ada.email, userType: 'seller' },
    })
    expect(again).toMatchObject({ status: 200, body: { acknowledged: true, insertedId: ada.id } })
    const { body } = await shop.call('GET', `/api/user?email=${ada.email}`, { token: ada.token })
    expect(body).toEqual({
      _id: ada.id,
      name: ada.name,
      email: ada.email,
      image: null,
      userType: 'buyer',
      verified: false,
      emailProven: false,
    })
    const foreign = await shop.call('POST', '/api/jwt', {
      cookie: ada.cookie,
      body: { email: 'someone@example.com' },
    })
    expect(foreign.status).toBe(403)
  })

  it.each([
    ['a short password', { password: 'short12' }, '/password'],
    ['a common password', { password: 'Password123' }, '/password'],
    ['the own e-mail as password', { password: 'grace@example.com' }, '/password'],
    ['the own name with a trailing space', { name: 'Grace Hopper', password: 'Grace Hopper ' }, '/password'],
    ['eight spaces as password', { password: ' '.repeat(8) }, '/password'],
    ['an e-mail without a host', { email: 'grace' }, '/email'],
    ['a list of e-mails', { email: ['grace@example.com'] }, '/email'],
    ['a name of spaces', { name: '   ' }, '/name'],
    ['a name with a control character', { name: 'Gr\u0000ace' }, '/name'],
  ])('refuses %s, naming the field', async (_what, part, pointer) => {
    const body = { name: 'Grace', email: 'grace@example.com', password: PASSWORD, ...part }
    const answer = await shop.call('POST', '/auth/sign-up/email', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
    expect(await shop.sql(`select id from users where email like 'grace%'`)).toEqual([])
  })

  it('creates no admin, and ignores role and verification in the request', async () => {
    const body = {
      name: 'Eve',
      email: 'eve@example.com',
      password: PASSWORD,
      userType: 'admin',
      user_type: 'admin',
      verifiedAt: new Date(),
      emailVerified: true,
    }
    const account = await shop.call('POST', '/auth/sign-up/email', { body })
    const asAdmin = { name: 'Eve', email: 'eve@example.com', userType: 'admin' }
    const made = await shop.call('POST', '/api/users', { cookie: cookieOf(account.headers), body: asAdmin })
    expect(made.status).toBe(400)
    expect(
      await shop.sql(
        `select user_type, verified_at, email_verified from users where email = 'eve@example.com'`,
      ),
    ).toEqual([{ user_type: null, verified_at: null, email_verified: false }])
  })

  it('ignores case and spaces in an e-mail address', async () => {
    const body = { name: 'Ida', password: PASSWORD }
    await shop.call('POST', '/auth/sign-up/email', { body: { ...body, email: 'Ida@Example.com ' } })
    const again = await shop.call('POST', '/auth/sign-up/email', {
      body: { ...body, email: 'ida@example.COM' },
    })
    expect(again).toMatchObject({
      status: 422,
      body: {
        code: 'email-taken',
        detail: 'User already exists. Use another email.',
        errors: [
          {
            pointer: '/email',
            message: 'User already exists. Use another email. If the account is yours, log in.',
          },
        ],
      },
    })
    expect((await signIn('IDA@example.com', PASSWORD)).status).toBe(200)
  })
})

describe('session and token', () => {
  it('end together: the token is refused at the next request after a sign-out', async () => {
    const bob = await signUp(shop, 'buyer')
    const orders = () => shop.call('GET', `/api/bookings?email=${bob.email}`, { token: bob.token })
    expect((await orders()).status).toBe(200)
    await shop.call('POST', '/auth/sign-out', { cookie: bob.cookie, body: {} })
    expect((await orders()).status).toBe(401)
    expect(
      (await shop.call('POST', '/api/jwt', { cookie: bob.cookie, body: { email: bob.email } })).status,
    ).toBe(401)
  })

  it('the token expires after ten minutes and is renewed by the cookie', async () => {
    const cleo = await signUp(shop, 'seller')
    const look = (token: string) => shop.call('GET', `/api/users/seller/${cleo.email}`, { token })
    expect(await look(cleo.token)).toMatchObject({ status: 200, body: { isSeller: true } })
    shop.pass({ minutes: 11 })
    expect((await look(cleo.token)).status).toBe(401)
    expect(await look(await renewToken(shop, cleo))).toMatchObject({ status: 200, body: { isSeller: true } })
  })

  it('cannot be used from another origin', async () => {
    const dan = await signUp(shop, 'buyer')
    const headers = { origin: 'https://evil.example', cookie: dan.cookie }
    expect((await shop.call('POST', '/api/jwt', { headers, body: { email: dan.email } })).status).toBe(403)
    expect((await shop.call('POST', '/auth/sign-out', { headers, body: {} })).status).toBe(403)
  })

  it('the cookie is HttpOnly and SameSite=Lax, without a secure prefix on plain http', async () => {
    const account = await shop.call('POST', '/auth/sign-up/email', {
      body: { name: 'Fay', email: 'fay@example.com', password: PASSWORD },
    })
    expect(account.headers.getSetCookie().join()).toMatch(
      /^clamshell\.session_token=[^;]+;.*HttpOnly; SameSite=Lax/,
    )
  })
})

describe('roles', () => {
  it('can be read for oneself, and by an admin for anyone', async () => {
    const [gus, hal, admin] = [
      await signUp(shop, 'buyer'),
      await signUp(shop, 'seller'),
      await makeAdmin(shop),
    ]
    const look = (what: string, email: string, token: string) =>
      shop.call('GET', `/api/users/${what}/${email}`, { token })
    expect((await look('buyer', gus.email, gus.token)).body).toEqual({ isBuyer: true })
    expect((await look('admin', gus.email, gus.token)).body).toEqual({ isAdmin: false })
    expect((await look('seller', hal.email, gus.token)).status).toBe(403)
    expect((await look('seller', 'nobody@example.com', gus.token)).status).toBe(403)
    expect((await look('seller', hal.email, admin.token)).body).toEqual({ isSeller: true })
    expect((await look('admin', admin.email, admin.token)).body).toEqual({ isAdmin: true })
  })
})

describe('password guessing', () => {
  it('gets a 429 after ten wrong passwords for an account, even with the right one', async () => {
    const { email } = await signUp(shop, 'buyer')
    for (let guess = 0; guess < 10; guess++) expect((await signIn(email, `wrong ${guess}`)).status).toBe(401)
    const stopped = await signIn(email, PASSWORD)
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60)
    shop.pass({ minutes: 16 })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it('gets the same response for a wrong password and an unknown e-mail', async () => {
    const { email } = await signUp(shop, 'buyer')
    const [known, unknown] = [
      await signIn(email, 'wrong password', '10.0.0.9'),
      await signIn('x@example.com', 'wrong password', '10.0.0.9'),
    ]
    expect(known.body).toMatchObject({ code: 'sign-in-failed', detail: 'Invalid email or password' })
    expect(unknown).toMatchObject({ status: 401, body: known.body })
  })
})
