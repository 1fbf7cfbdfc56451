import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetEndedSessions } from '#server/sign-in/forget-ended-sessions.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { cookieOf, PASSWORD, type Person, renewToken, signUp } from '#tests/support/people.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const list = (token: string) => shop.call('GET', '/api/sessions', { token })
const end = async (token: string, id: string) =>
  (await shop.call('DELETE', `/api/sessions/${id}`, { token })).status

async function signInOnPhone(person: Person, userAgent = PHONE) {
  const answer = await shop.call('POST', '/auth/sign-in/email', {
    body: { email: person.email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  })
  const cookie = cookieOf(answer.headers)
  return { cookie, token: await renewToken(shop, { email: person.email, cookie }) }
}

it('the list shows a person’s sessions and which is the current one, but no token', async () => {
  const person = await signUp(shop, 'buyer')
  await signUp(shop, 'buyer')
  await signInOnPhone(person)
  const { status, body } = await list(person.token)
  expect(status).toBe(200)
  expect(body).toHaveLength(2)
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  const shape = { _id: expect.any(String), signedInDate: day, lastUsedDate: day }
  expect(body).toContainEqual({ ...shape, device: 'An unknown device', current: true })
  expect(body).toContainEqual({ ...shape, device: 'Chrome on Android', current: false })
  for (const { token } of await shop.sql('select token from sessions'))
    expect(JSON.stringify(body)).not.toContain(token)
  expect((await shop.call('GET', '/api/sessions')).status).toBe(401)
})

it('the list begins with the session that was used last', async () => {
  const person = await signUp(shop, 'seller')
  const phone = await signInOnPhone(person)
  shop.pass({ minutes: 5 })
  await list(person.token)
  const { body } = await list(person.token)
  expect(body.map(({ current }: { current: boolean }) => current)).toEqual([true, false])
  shop.pass({ minutes: 2 })
  await list(phone.token)
  expect((await list(phone.token)).body[0]).toMatchObject({ device: 'Chrome on Android', current: true })
})

it('the list omits expired sessions', async () => {
  const person = await signUp(shop, 'buyer')
  await signInOnPhone(person)
  await shop.sql(
    `update sessions set expires_at = now() - interval '1 minute' where user_id = $1 and user_agent = $2`,
    [person.id, PHONE],
  )
  expect((await list(person.token)).body).toHaveLength(1)
})

it('an ended session is refused at the next request, by its token and its cookie', async () => {
  const person = await signUp(shop, 'buyer')
  const phone = await signInOnPhone(person)
  const { body } = await list(person.token)
  const { _id } = body.find(({ current }: { current: boolean }) => !current)
  expect(await end(person.token, _id)).toBe(200)
  expect((await list(phone.token)).status).toBe(401)
  const jwt = await shop.call('POST', '/api/jwt', { cookie: phone.cookie, body: { email: person.email } })
  expect(jwt.status).toBe(401)
  expect((await list(person.token)).body).toHaveLength(1)
  expect(await end(person.token, _id)).toBe(404)
})

it('ending the current session signs out', async () => {
  const person = await signUp(shop, 'buyer')
  const [{ _id }] = (await list(person.token)).body
  expect(await end(person.token, _id)).toBe(200)
  expect((await list(person.token)).status).toBe(401)
})

it('ending another person’s session gets a 404, like an unknown one', async () => {
  const [person, other] = [await signUp(shop, 'buyer'), await signUp(shop, 'seller')]
  const [{ _id }] = (await list(other.token)).body
  expect(await end(person.token, _id)).toBe(404)
  expect(await end(person.token, '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e')).toBe(404)
  expect(await end(person.token, 'not-an-id')).toBe(404)
  expect((await list(other.token)).status).toBe(200)
})

it('a person has at most a hundred sessions, of which those unused for longest end', async () => {
  const [person, other] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  for (const { id } of [person, other])
    await shop.sql(
      `insert into sessions (id, user_id, token, expires_at, user_agent, updated_at)
       select gen_random_uuid(), $1, gen_random_uuid(), now() + interval '6 days', 'n' || n, now() - n * interval '1 hour'
       from generate_series(1, 120) n`,
      [id],
    )
  const { token } = await signInOnPhone(person)
  const { status, body } = await list(token)
  expect([status, body.length, body.filter(({ current }: { current: boolean }) => current).length]).toEqual([
    200, 100, 1,
  ])
  const left = await userAgentsOf(person)
  expect([left.includes('n98'), left.includes('n99')]).toEqual([true, false])
  // The others are not even locked: a sign-in writes nothing to them.
  expect(await shop.sql(`select from sessions where user_id = $1 and xmax <> '0'`, [person.id])).toEqual([])
  expect(await userAgentsOf(other)).toHaveLength(121)
  expect((await list(person.token)).status).toBe(200)
})

it('the stored user agent is at most 500 characters long', async () => {
  const person = await signUp(shop, 'buyer')
  const { token } = await signInOnPhone(person, `${PHONE} ${'x'.repeat(9_000)}`)
  expect((await list(token)).body).toContainEqual(expect.objectContaining({ device: 'Chrome on Android' }))
  for (const agent of await userAgentsOf(person)) expect(agent.length).toBeLessThanOrEqual(500)
})

it.each([
  ['that have expired', `expires_at = now() - interval '1 minute'`],
  ['created while the clock was ahead', `created_at = now() + interval '1 day'`],
])('sessions and mailed links %s are deleted, and no others', async (_which, change) => {
  const person = await signUp(shop, 'buyer')
  const phone = await signInOnPhone(person)
  await shop.call('POST', '/auth/request-password-reset', { body: { email: person.email } })
  await forgetEndedSessions(shop.deps)
  expect(await userAgentsOf(person)).toHaveLength(2)
  expect(await shop.sql('select from verifications where value = $1', [person.id])).toHaveLength(1)
  for (const table of ['sessions', 'verifications']) await shop.sql(`update ${table} set ${change}`)
  const again = await signInOnPhone(person)
  await forgetEndedSessions(shop.deps)
  expect(await userAgentsOf(person)).toEqual([PHONE])
  expect(await shop.sql('select from verifications')).toEqual([])
  expect([(await list(phone.token)).status, (await list(again.token)).status]).toEqual([401, 200])
})

async function userAgentsOf({ id }: Person): Promise<string[]> {
  const rows = await shop.sql('select user_agent from sessions where user_id = $1', [id])
  return rows.map(({ user_agent }: { user_agent: string }) => user_agent)
}
