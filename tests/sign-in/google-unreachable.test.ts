import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { GoogleProvider } from '#server/outside/google.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { choose, comeBack, googleWith, signInWithGoogle, start } from './google-steps.ts'

const EMAIL = 'gina@gmail.test'
const real = googleWith([{ name: 'Gina Google', email: EMAIL }])
const nowhere: GoogleProvider['open'] = async () => ({
  discoveryUrl: 'http://127.0.0.1:1/.well-known/openid-configuration',
})
let open = nowhere

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor({
    google: { ...real, open: () => open() },
    extra: [{ path: '/sandbox/google', fetch: real.fetch }],
  })
})
afterAll(async () => {
  await shop.close()
  await real.stop()
})

/** The errors that a shop has logged since the last call of this. */
const failures = ({ lines }: FrontDoor) =>
  lines
    .splice(0)
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 50)

it('a callback without the state cookie requests nothing from Google and logs no error', async () => {
  let asked = 0
  open = () => {
    asked += 1
    return nowhere()
  }
  for (const query of ['code=x&state=y', 'error=access_denied', ''])
    expect(await comeBack(shop, new URL(`${ORIGIN}/auth/callback/google?${query}`))).toMatchObject({
      status: 302,
      to: '/login?google=failed&reason=expired',
    })
  expect({ asked, failures: failures(shop) }).toEqual({ asked: 0, failures: [] })
})

it.each([
  ['no jwks_uri', { jwks_uri: undefined }],
  ['no authorization_endpoint', { authorization_endpoint: undefined }],
  ['an authorization_endpoint that is no URL', { authorization_endpoint: 'the sign-in' }],
  ['an authorization_endpoint of another scheme', { authorization_endpoint: 'javascript:alert(1)' }],
  ['a number as authorization_endpoint', { authorization_endpoint: 5 }],
])('a discovery document with %s counts as Google unavailable', async (_what, change) => {
  const { discoveryUrl } = await real.open()
  const told = await (await fetch(discoveryUrl)).json()
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...told, ...change }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise((done) => server.close(() => done())))
  const { port } = server.address() as AddressInfo
  open = async () => ({ discoveryUrl: `http://127.0.0.1:${port}/.well-known/openid-configuration` })
  expect(await start(shop)).toMatchObject({ status: 503, body: { code: 'google-unavailable' } })
  expect(failures(shop)).toContainEqual(expect.objectContaining({ event: 'google-failed' }))
})

it('an unreachable Google is reported as unavailable, and works once it is reachable', async () => {
  open = nowhere
  expect(await start(shop)).toMatchObject({ status: 503, body: { code: 'google-unavailable' } })
  expect(failures(shop)).toContainEqual(expect.objectContaining({ event: 'google-failed' }))
  const back = new URL(`${ORIGIN}/auth/callback/google?code=x&state=y`)
  const begun = 'clamshell.oauth_state=x'
  expect((await comeBack(shop, back, begun)).to).toBe('/login?google=failed&reason=unavailable')
  open = real.open
  expect((await signInWithGoogle(shop, EMAIL)).to).toBe('/login?google=done')
})

it('a forged callback, or one with another state cookie, logs no error', async () => {
  open = real.open
  const { cookie, url } = await start(shop)
  const state = new URL(url).searchParams.get('state')
  failures(shop)
  for (const [query, begun, reason] of [
    ['code=x&state=y', 'clamshell.oauth_state=x', '&reason=expired'],
    ['code=x&state=y', 'another.oauth_state=x', '&reason=expired'],
    ['code=x&state=y', cookie, '&reason=expired'],
    ['code=x', cookie, '&reason=expired'],
    ['code=x&code=x', cookie, ''],
    [`code=x&iss=x&state=${state}`, cookie, ''],
  ] as const)
    expect(await comeBack(shop, new URL(`${ORIGIN}/auth/callback/google?${query}`), begun)).toMatchObject({
      status: 302,
      to: `/login?google=failed${reason}`,
    })
  expect(failures(shop)).toEqual([])
})

it('a Google that ends between choice and callback creates no session, and is logged', async () => {
  open = real.open
  const { url, cookie } = await start(shop)
  const back = await choose(shop, url, EMAIL)
  await real.stop()
  const before = await shop.sql('select id from sessions')
  failures(shop)
  expect(await comeBack(shop, back, cookie)).toMatchObject({
    status: 302,
    to: '/login?google=failed&reason=unavailable',
    cookie: '',
  })
  expect(await shop.sql('select id from sessions')).toEqual(before)
  expect(failures(shop)).toMatchObject([
    { event: 'sign-in-service', msg: expect.stringMatching(/./), err: { cause: { code: 'ECONNREFUSED' } } },
    { event: 'google-failed' },
  ])
})

it('a client secret that Google rejects is logged with the status of its response', async () => {
  const google = { ...real, clientSecret: 'another secret' }
  const wrong = await openFrontDoor({ google, extra: [{ path: '/sandbox/google', fetch: real.fetch }] })
  try {
    expect((await signInWithGoogle(wrong, EMAIL)).to).toBe('/login?google=failed&reason=unavailable')
    expect(failures(wrong)).toMatchObject([
      { event: 'sign-in-service', msg: expect.stringMatching(/./), status: 401 },
      { event: 'google-failed' },
    ])
  } finally {
    await wrong.close()
  }
})
