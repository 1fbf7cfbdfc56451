import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { endUnprovenAccess } from '#server/sign-in/end-unproven-access.ts'
import { createKnownBrowsers } from '#server/sign-in/known-browsers.ts'
import { signInByPassword } from '#server/sign-in/sign-in-by-password.ts'
import { type FrontDoor, ORIGIN, openFrontDoor, SECRET } from '#tests/support/front-door.ts'
import { linkTo } from '#tests/support/mails.ts'
import { PASSWORD, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let person: Person
let deps: Parameters<typeof signInByPassword>[0]
beforeAll(async () => {
  shop = await openFrontDoor()
  const { clock } = shop.deps
  deps = { ...shop.deps, browsers: createKnownBrowsers({ secret: SECRET, clock, secure: false }) }
})
beforeEach(async () => {
  person = await signUp(shop, 'buyer')
})
afterAll(() => shop.close())

const request = () =>
  new Request(`${ORIGIN}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  })

/** What the service does after the password was right: it opens a session, whatever has happened meanwhile. */
async function openSession(): Promise<Response> {
  const id = newId(new Date())
  await shop.sql(
    `insert into sessions (id, user_id, token, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [id, person.id, `token-${id}`],
  )
  return Response.json({ token: `token-${id}`, user: { id: person.id } })
}
const sessions = async () => (await shop.sql('select 1 from sessions where user_id = $1', [person.id])).length

it('a sign-in creates a session while its password is unchanged', async () => {
  const before = await sessions()
  expect((await signInByPassword(deps, request(), '127.0.0.1', openSession)).status).toBe(200)
  expect(await sessions()).toBe(before + 1)
})

it('a password that is replaced while it is verified leaves no session', async () => {
  const signIn = signInByPassword(deps, request(), '127.0.0.1', async () => {
    const { email } = person
    await shop.call('POST', '/auth/request-password-reset', { body: { email } })
    const body = { token: linkTo(shop, email).token, newPassword: 'another good password' }
    expect((await shop.call('POST', '/auth/reset-password', { body })).status).toBe(200)
    return openSession()
  })
  await expect(signIn).rejects.toMatchObject({ code: 'sign-in-failed' })
  expect(await sessions()).toBe(0)
})

it('a password that is removed while it is verified leaves no session', async () => {
  const signIn = signInByPassword(deps, request(), '127.0.0.1', async () => {
    await endUnprovenAccess(shop.deps, { userId: person.id, name: 'Gina' })
    return openSession()
  })
  await expect(signIn).rejects.toMatchObject({ code: 'sign-in-failed' })
  expect(await sessions()).toBe(0)
})
