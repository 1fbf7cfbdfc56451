import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const tokenFor = (person: Person) =>
  shop.call('POST', '/api/jwt', { cookie: person.cookie, body: { email: person.email } })
const sessionOf = async ({ cookie }: Person) => (await shop.call('GET', '/auth/get-session', { cookie })).body
const profileOf = (person: Person) =>
  shop.call('GET', `/api/user?email=${person.email}`, { token: person.token })

it('a session expires after seven days without use', async () => {
  const person = await signUp(shop, 'buyer')
  const [{ days }] = await shop.sql(
    `select extract(epoch from expires_at - created_at) / 86400 as days from sessions where user_id = $1`,
    [person.id],
  )
  expect(Number(days)).toBeCloseTo(7, 2)
  expect((await sessionOf(person)).user).toMatchObject({ email: person.email })
  await shop.sql(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
    person.id,
  ])
  expect((await profileOf(person)).status).toBe(401)
  expect((await tokenFor(person)).status).toBe(401)
  expect(await sessionOf(person)).toBe('null')
})

it('a session used in the dashboard after a day gets a cookie for seven more days', async () => {
  const person = await signUp(shop, 'buyer')
  await shop.sql(
    `update sessions set created_at = created_at - $2::interval, updated_at = updated_at - $2::interval,
       expires_at = expires_at - $2::interval where user_id = $1`,
    [person.id, '25 hours'],
  )
  // The guard reads the session before the page itself does.
  expect((await shop.call('GET', '/dashboard/myorders', { cookie: person.cookie })).status).not.toBe(302)
  expect((await tokenFor(person)).status).toBe(200)
  const { headers } = await shop.call('GET', '/auth/get-session', { cookie: person.cookie })
  expect(headers.getSetCookie().join()).toContain(`Max-Age=${7 * 24 * 60 * 60}`)
  const [{ days }] = await shop.sql(
    `select extract(epoch from expires_at - now()) / 86400 as days from sessions where user_id = $1`,
    [person.id],
  )
  expect(Number(days)).toBeCloseTo(7, 2)
})

it('a session ends after thirty days, however much it is used', async () => {
  const person = await signUp(shop, 'buyer')
  const age = (days: number) =>
    shop.sql(`update sessions set created_at = now() - $2 * interval '1 day' where user_id = $1`, [
      person.id,
      days,
    ])
  await age(29)
  expect((await profileOf(person)).status).toBe(200)
  expect((await tokenFor(person)).status).toBe(200)
  await age(31)
  expect((await profileOf(person)).status).toBe(401)
  expect((await tokenFor(person)).status).toBe(401)
  expect(await sessionOf(person)).toBe('null')
})

it('a session created while the clock was a day ahead is refused', async () => {
  const person = await signUp(shop, 'buyer')
  await shop.sql(
    `update sessions set created_at = created_at + interval '1 day', updated_at = updated_at + interval '1 day',
       expires_at = expires_at + interval '1 day' where user_id = $1`,
    [person.id],
  )
  expect((await profileOf(person)).status).toBe(401)
  expect((await tokenFor(person)).status).toBe(401)
  expect(await sessionOf(person)).toBe('null')
})
