import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeAdmin } from '#server/users/make-admin.ts'
import { cookieOf, PASSWORD, type Person, renewToken, signUp } from '#tests/support/people.ts'
import { hashTables } from '#tests/support/tables.ts'
import { BAD_TOKENS, type Brought, forge, partsOf } from './bad-tokens.ts'
import { NONE, openWorld, type World } from './world.ts'

/** Every call that requires a bearer token, and the role whose token it accepts. */
const CALLS = [
  ...Object.values(api)
    .filter(({ who }) => who !== 'anyone' && who !== 'session')
    .map(({ method, path, who }) => ({ method: method.toUpperCase(), path: `/api${path}`, who })),
  { method: 'POST', path: '/api/images?purpose=product', who: 'seller' as const },
  { method: 'POST', path: '/api/images?purpose=avatar', who: 'signed-in' as const },
]
type Role = 'buyer' | 'seller' | 'admin'
const roleFor = (who: string): Role => (who === 'seller' || who === 'admin' ? who : 'buyer')

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

function ask({ method, path }: { method: string; path: string }, { authorization, query }: Brought) {
  const filled = path.replaceAll(/\{\w+\}/g, NONE)
  return world.shop.call(method, query ? `${filled}${filled.includes('?') ? '&' : '?'}${query}` : filled, {
    ...(method !== 'GET' && { body: {} }),
    ...(authorization !== undefined && { headers: { authorization } }),
  })
}

/** Makes every call with what `bring` returns for its role; each is refused, and none changes anything. */
async function expectRefused(bring: (role: Role) => Promise<Brought>) {
  const before = await hashTables(world.shop)
  for (const call of CALLS) {
    const brought = await bring(roleFor(call.who))
    const { status, body, headers } = await ask(call, brought)
    // Without any token this is a guest's order, which is invalid here as nothing was typed.
    const guest = call.who === 'buyer or guest' && brought.authorization === undefined
    expect(status, `${call.method} ${call.path}`).toBe(guest ? 400 : 401)
    if (guest) continue
    expect(body.code).toBe('not-signed-in')
    expect(headers.get('www-authenticate')).toBe('Bearer')
  }
  expect(await hashTables(world.shop)).toEqual(before)
}

it('a forged token without a fault is accepted, so each bad one is refused for its fault alone', async () => {
  for (const call of CALLS) {
    const token = await forge(partsOf(world[roleFor(call.who)].token))
    expect((await ask(call, { authorization: `Bearer ${token}` })).status, call.path).not.toBe(401)
    expect((await ask(call, { authorization: `bearer ${token}` })).status, call.path).not.toBe(401)
  }
})

it.each(BAD_TOKENS)('every protected call refuses: %s', async (_what, make) => {
  await expectRefused(async (role) => make(partsOf(world[role].token)))
})

it('an upload ticket does not compensate for a bad token', async () => {
  const { shop, picture, newAddress } = world
  const { body } = await shop.call('POST', '/api/image-tickets', { address: newAddress() })
  const send = (headers: Record<string, string>) =>
    world.send({
      method: 'POST',
      path: '/api/images?purpose=avatar',
      picture,
      headers: { 'upload-ticket': body.ticket, ...headers },
    })
  expect((await send({ authorization: 'Bearer bad' })).status).toBe(401)
  expect((await send({})).status).toBe(201)
})

const bearer = (token: string) => async () => ({ authorization: `Bearer ${token}` })
const somebody = (): Promise<Person> => signUp(world.shop, 'seller')

it('every protected call refuses: 22. a token of an ended session', async () => {
  const { token, cookie } = await somebody()
  await world.shop.call('POST', '/auth/sign-out', { cookie, body: {} })
  await expectRefused(bearer(token))
})

it('every protected call refuses: 22. a token of a session ended from another session', async () => {
  const { email, token } = await somebody()
  const { headers } = await world.shop.call('POST', '/auth/sign-in/email', {
    body: { email, password: PASSWORD },
  })
  const phone = await renewToken(world.shop, { email, cookie: cookieOf(headers) })
  const { body } = await world.shop.call('GET', '/api/sessions', { token: phone })
  const other = body.find(({ current }: { current: boolean }) => !current)
  await world.shop.call('DELETE', `/api/sessions/${other._id}`, { token: phone })
  await expectRefused(bearer(token))
})

it('every protected call refuses: 22. a token of a deleted person', async () => {
  const { id, token } = await somebody()
  const gone = await world.shop.call('DELETE', `/api/user/${id}`, { token: world.admin.token })
  expect(gone.status).toBe(200)
  await expectRefused(bearer(token))
})

it('every protected call refuses: 23. a token from before its owner became an admin', async () => {
  const { email, token } = await somebody()
  expect(await makeAdmin(world.shop.deps, { email })).toMatchObject({ made: true })
  await expectRefused(bearer(token))
})
