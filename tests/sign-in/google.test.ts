import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { linkTo } from '#tests/support/mails.ts'
import { cookieOf, makeAdmin, PASSWORD, renewToken, signUp } from '#tests/support/people.ts'
import { openShopWithGoogle, personOf, register, signInWithGoogle } from './google-steps.ts'

const ACCOUNTS = [
  'new',
  'twice',
  'next',
  'seller',
  'admin',
  'buyer',
  'waiting',
  'unfinished',
  'guest',
  'squatted',
  'racing',
  'reset',
  'selling',
  'often',
]
const of = (name: string) => `${name}@gmail.test`

let shop: Awaited<ReturnType<typeof openShopWithGoogle>>
beforeAll(async () => {
  shop = await openShopWithGoogle([
    ...ACCOUNTS.map((name) => ({ name: 'Gina Google', email: of(name) })),
    { name: 'Line\nbreak', email: of('odd.name') },
    { name: 'Line\nbreak', email: of('long'.repeat(30)) },
    { name: 'Una', email: of('unproven'), emailVerified: false },
  ])
})
afterAll(async () => {
  await shop.close()
  await shop.google.stop()
})

/** Somebody with a password here and the same e-mail at Google. */
async function withPassword(
  name: string,
  { proven, userType }: { proven: boolean; userType: 'buyer' | 'seller' },
) {
  const person = await signUp(shop, userType)
  const facts = [of(name), proven, person.id]
  await shop.sql('update users set email = $1, email_verified = $2 where id = $3', facts)
  return { ...person, email: of(name) }
}
const passwordWorks = async (email: string) =>
  (await shop.call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })).status
const waysOf = (userId: string) =>
  shop.sql('select provider_id from accounts where user_id = $1 order by 1', [userId])
const alive = async (cookie: string) =>
  Boolean((await shop.call('GET', '/auth/get-session', { cookie })).body?.user)

it('a Google sign-in beyond a hundred sessions ends those unused for longest', async () => {
  await signInWithGoogle(shop, of('often'))
  const { id } = (await personOf(shop, of('often'))) ?? {}
  await shop.sql(
    `insert into sessions (id, user_id, token, expires_at, updated_at)
     select gen_random_uuid(), $1, gen_random_uuid(), now() + interval '6 days', now() - interval '1 day'
     from generate_series(1, 120)`,
    [id],
  )
  const browser = 'x'.repeat(9_000)
  const { cookie } = await signInWithGoogle(shop, of('often'), {}, browser)
  expect(await shop.sql('select from sessions where user_id = $1', [id])).toHaveLength(100)
  // It also stores only the beginning of the browser's name.
  const named = `select user_agent from sessions where user_id = $1 and user_agent like 'xx%'`
  expect(await shop.sql(named, [id])).toEqual([{ user_agent: browser.slice(0, 500) }])
  expect(await alive(cookie)).toBe(true)
})

describe('the first Google sign-in', () => {
  it('creates a buyer with Google’s name, a confirmed e-mail and no picture', async () => {
    const back = await signInWithGoogle(shop, of('new'))
    expect(back).toMatchObject({ status: 302, to: '/login?google=done' })
    const registered = await register(shop, back.cookie, of('new'))
    expect(registered).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1 } })
    expect(await personOf(shop, of('new'))).toMatchObject({
      name: 'Gina Google',
      image: null,
      user_type: 'buyer',
      email_verified: true,
      verified_at: null,
    })
    const token = await renewToken(shop, { email: of('new'), cookie: back.cookie })
    expect((await shop.call('GET', `/api/bookings?email=${of('new')}`, { token })).status).toBe(200)
  })

  it('stores none of Google’s tokens', async () => {
    await signInWithGoogle(shop, of('new'))
    const kept = `access_token, refresh_token, id_token, access_token_expires_at, refresh_token_expires_at, scope`
    const rows = await shop.sql(`select ${kept} from accounts where provider_id = 'google'`)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(Object.values(row)).toEqual([null, null, null, null, null, null])
  })

  it('takes the name from the e-mail when Google’s name cannot be used', async () => {
    await signInWithGoogle(shop, of('odd.name'))
    expect((await personOf(shop, of('odd.name'))).name).toBe('odd.name')
    await signInWithGoogle(shop, of('long'.repeat(30)))
    expect((await personOf(shop, of('long'.repeat(30)))).name).toBe('long'.repeat(20))
  })

  it('hands over guest orders with its e-mail, and the next sign-in hands over later ones', async () => {
    const [email, seller] = [of('guest'), await signUp(shop, 'seller')]
    const orderAs = async (buyerName: string) => {
      const body = { ...BOOKING, productId: await putOnSale(shop, seller), buyerName, buyerEmail: email }
      expect((await shop.call('POST', '/api/booking', { body })).status).toBe(201)
    }
    const owners = () => shop.sql('select buyer_id from orders where buyer_email = $1', [email])
    await orderAs('Gina')
    const { cookie } = await signInWithGoogle(shop, email)
    await register(shop, cookie, email)
    const { id } = await personOf(shop, email)
    expect(await owners()).toEqual([{ buyer_id: id }])
    await orderAs('Gina')
    await signInWithGoogle(shop, email)
    expect(await owners()).toEqual([{ buyer_id: id }, { buyer_id: id }])
  })

  it('cannot create a seller', async () => {
    const { cookie } = await signInWithGoogle(shop, of('next'))
    const body = { name: 'Gina', email: of('next'), userType: 'seller' }
    expect((await shop.call('POST', '/api/users', { cookie, body })).status).toBe(403)
    expect((await personOf(shop, of('next'))).user_type).toBe(null)
  })

  it('cannot create a seller, even with a password that was set later', async () => {
    const email = of('reset')
    await signInWithGoogle(shop, email)
    await shop.call('POST', '/auth/request-password-reset', { body: { email } })
    const { token } = linkTo(shop, email)
    await shop.call('POST', '/auth/reset-password', { body: { token, newPassword: PASSWORD } })
    // Whichever of the two accounts comes first in the database.
    await shop.sql(
      `update accounts set id = '00000000-0000-7000-8000-000000000000' from users
       where users.id = user_id and email = $1 and provider_id = 'google'`,
      [email],
    )
    const signedIn = await shop.call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })
    const choose = (userType: string) =>
      shop.call('POST', '/api/users', {
        cookie: cookieOf(signedIn.headers),
        body: { name: 'Gina', email, userType },
      })
    expect((await choose('seller')).status).toBe(403)
    expect((await choose('buyer')).status).toBe(201)
  })
})

describe('a Google sign-in to an existing account', () => {
  it('is recognized by issuer and subject, not by e-mail', async () => {
    const first = await signInWithGoogle(shop, of('twice'))
    await register(shop, first.cookie, of('twice'))
    const person = await personOf(shop, of('twice'))
    await shop.sql(`update users set email = 'moved@example.com', email_verified = false where id = $1`, [
      person.id,
    ])
    const again = await signInWithGoogle(shop, of('twice'))
    const session = await shop.call('GET', '/auth/get-session', { cookie: again.cookie })
    // Google vouches for the e-mail it knows, not for the current one.
    expect(session.body.user).toMatchObject({ id: person.id, emailVerified: false })
    expect(await personOf(shop, of('twice'))).toBeUndefined()
    // As in every existing database: with other values nobody would be recognised.
    const kept = 'select provider_id, account_id from accounts where user_id = $1'
    const google = { provider_id: 'google', account_id: `sandbox ${of('twice')}` }
    expect(await shop.sql(kept, [person.id])).toEqual([google])
  })

  it.each(['buyer', 'seller', 'admin'] as const)(
    'links a confirmed %s and changes nothing of the account',
    async (role) => {
      const person = await withPassword(role, {
        proven: true,
        userType: role === 'seller' ? 'seller' : 'buyer',
      })
      const seen = new Date('2026-01-02T03:04:05Z')
      await shop.sql('update users set user_type = $1, verified_at = $2 where id = $3', [
        role,
        seen,
        person.id,
      ])
      const before = await personOf(shop, person.email)
      const back = await signInWithGoogle(shop, person.email)
      expect(back.to).toBe('/login?google=done')
      const registered = await register(shop, back.cookie, person.email)
      expect(registered).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
      const { name, image, user_type, verified_at, email_verified } = before
      expect(await personOf(shop, person.email)).toMatchObject({
        name,
        image,
        user_type,
        verified_at,
        email_verified,
      })
      expect(await waysOf(person.id)).toEqual([{ provider_id: 'credential' }, { provider_id: 'google' }])
      expect(await passwordWorks(person.email)).toBe(200)
      expect(await alive(person.cookie)).toBe(true)
    },
  )

  it('ends password and sessions of an unconfirmed account, which a stranger may have created', async () => {
    const stranger = await withPassword('waiting', { proven: false, userType: 'buyer' })
    expect(await alive(stranger.cookie)).toBe(true)
    const other = await withPassword('bystander', { proven: true, userType: 'seller' })
    const { cookie, to } = await signInWithGoogle(shop, stranger.email)
    expect(to).toBe('/login?google=done')
    expect(await alive(cookie)).toBe(true)
    expect(await alive(stranger.cookie)).toBe(false)
    const bookings = `/api/bookings?email=${stranger.email}`
    expect((await shop.call('GET', bookings, { token: stranger.token })).status).toBe(401)
    expect(await passwordWorks(stranger.email)).toBe(401)
    expect(await waysOf(stranger.id)).toEqual([{ provider_id: 'google' }])
    expect(await personOf(shop, stranger.email)).toMatchObject({ id: stranger.id, email_verified: true })
    expect(await alive(other.cookie)).toBe(true)
    expect(await passwordWorks(other.email)).toBe(200)
    expect((await personOf(shop, other.email)).name).toBe(other.name)
  })

  it('gives an unconfirmed account Google’s name and no picture, and keeps role and laptops', async () => {
    const stranger = await withPassword('squatted', { proven: false, userType: 'seller' })
    const laptop = await putOnSale(shop, stranger)
    await shop.sql(`update users set name = 'A stranger', image = '/api/images/x' where id = $1`, [
      stranger.id,
    ])
    const { cookie } = await signInWithGoogle(shop, stranger.email)
    const session = await shop.call('GET', '/auth/get-session', { cookie })
    expect(session.body.user).toMatchObject({ id: stranger.id, name: 'Gina Google', image: null })
    expect((await personOf(shop, stranger.email)).user_type).toBe('seller')
    const token = await renewToken(shop, { email: stranger.email, cookie })
    const { body } = await shop.call('GET', `/api/myproduct?email=${stranger.email}`, { token })
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([laptop])
  })

  it('completes a sign-up by password that has no role yet, as a buyer', async () => {
    const person = await withPassword('unfinished', { proven: true, userType: 'buyer' })
    const other = await withPassword('selling already', { proven: true, userType: 'seller' })
    await shop.sql('update users set user_type = null where id = $1', [person.id])
    expect((await register(shop, person.cookie, person.email)).status).toBe(403)
    const { cookie } = await signInWithGoogle(shop, person.email)
    expect((await register(shop, cookie, person.email)).body.modifiedCount).toBe(1)
    expect((await register(shop, cookie, person.email)).body.modifiedCount).toBe(0)
    expect((await personOf(shop, person.email)).user_type).toBe('buyer')
    expect((await personOf(shop, other.email)).user_type).toBe('seller')
  })

  it('lets an account with a password and no role still choose to sell', async () => {
    const { id, name, email } = await withPassword('selling', { proven: true, userType: 'buyer' })
    await shop.sql('update users set user_type = null where id = $1', [id])
    const { cookie } = await signInWithGoogle(shop, email)
    const chosen = await shop.call('POST', '/api/users', {
      cookie,
      body: { name, email, userType: 'seller' },
    })
    expect(chosen.status).toBe(201)
  })
})

it('an e-mail that Google has not verified is refused, without an account or a session', async () => {
  const back = await signInWithGoogle(shop, of('unproven'))
  expect(back).toMatchObject({ to: '/login?google=failed&reason=unverified', cookie: '' })
  expect(await personOf(shop, of('unproven'))).toBeUndefined()
})

describe('PUT /googleuser/{email}', () => {
  it('requires a session, and its own e-mail in path and body', async () => {
    const ada = await signUp(shop, 'buyer')
    const bob = await signUp(shop, 'seller')
    const put = (path: string, body: string, cookie?: string, userType = 'buyer') =>
      shop
        .call('PUT', `/api/googleuser/${path}`, {
          ...(cookie && { cookie }),
          body: { name: 'X', image: null, email: body, userType },
        })
        .then(({ status }) => status)
    expect(await put(ada.email, ada.email)).toBe(401)
    expect(await put(bob.email, ada.email, ada.cookie)).toBe(403)
    expect(await put(ada.email, bob.email, ada.cookie)).toBe(403)
    expect(await put('nobody@example.com', 'nobody@example.com', ada.cookie)).toBe(403)
    expect(await put(ada.email, ada.email, ada.cookie, 'seller')).toBe(400)
    expect(await put(ada.email, ada.email, ada.cookie, 'admin')).toBe(400)
    expect(await put(ada.email, ada.email, ada.cookie)).toBe(200)
    expect(await put(bob.email, bob.email, bob.cookie)).toBe(200)
    const admin = await makeAdmin(shop)
    expect(await put(admin.email, admin.email, admin.cookie)).toBe(200)
    const types = await shop.sql('select user_type from users where id = any($1) order by 1', [
      [ada.id, bob.id, admin.id],
    ])
    expect(types.map(({ user_type }) => user_type)).toEqual(['admin', 'buyer', 'seller'])
  })
})
