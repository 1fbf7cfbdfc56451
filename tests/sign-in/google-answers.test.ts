import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { comeBack, start } from './google-steps.ts'

/* What the stand-in never answers: a provider of this test's own, which answers anything. */

type Answer = { body: unknown; status?: number }
type Signed = (claims: JWTPayload) => Promise<string> | string

const CLIENT = { clientId: 'the client', clientSecret: 'the secret of the client' }
const answers = new Map<string, Answer>()
const { privateKey, publicKey } = await generateKeyPair('RS256')
const stranger = await generateKeyPair('RS256')
const server = createServer((request, response) => {
  const { body, status = 200 } = answers.get(request.url ?? '') ?? { body: {}, status: 404 }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
})

let url: string
let shop: FrontDoor
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const discoveryUrl = `${url}/.well-known/openid-configuration`
  answers.set('/.well-known/openid-configuration', {
    body: {
      issuer: url,
      authorization_endpoint: `${url}/choose`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
  })
  answers.set('/keys', { body: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] } })
  // It names somebody else, whom nobody has signed.
  const victim = { sub: 'victim', email: 'victim@gmail.test', email_verified: true, name: 'Vera Victim' }
  answers.set('/userinfo', { body: victim })
  const google = {
    ...CLIENT,
    issuer: url,
    subjectClaim: 'sub' as const,
    open: async () => ({ discoveryUrl }),
  }
  shop = await openFrontDoor({ google })
})
afterAll(async () => {
  await shop.close()
  await new Promise((done) => server.close(done))
})

const signWith =
  (key: CryptoKey): Signed =>
  (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)

/** Signs in where Google answers the code with this. Returns where it ends, and who is signed in. */
async function signIn(tokenFor: (claims: JWTPayload) => Promise<Answer> | Answer) {
  const { url: asked, cookie } = await start(shop)
  const { nonce, state } = Object.fromEntries(new URL(asked).searchParams)
  const exp = Math.floor(Date.now() / 1000) + 60
  const claims = { iss: url, aud: CLIENT.clientId, exp, nonce, sub: 'gina', name: 'Gina Google' }
  answers.set('/token', await tokenFor({ ...claims, email: 'gina@gmail.test', email_verified: true }))
  const back = await comeBack(shop, new URL(`${ORIGIN}/auth/callback/google?code=c&state=${state}`), cookie)
  const session = back.cookie && (await shop.call('GET', '/auth/get-session', { cookie: back.cookie }))
  return { to: back.to, user: session ? session.body.user : undefined }
}

const signInAs = (more: JWTPayload, sign = signWith(privateKey)) =>
  signIn(async (claims) => ({
    body: { access_token: 'an access token', id_token: await sign({ ...claims, ...more }) },
  }))

it('signs in whom the ID token names', async () => {
  const { to, user } = await signInAs({})
  expect([to, user.email, user.name]).toEqual(['/login?google=done', 'gina@gmail.test', 'Gina Google'])
})

it.each<[string, JWTPayload, Signed?]>([
  ['that is signed by somebody else', {}, signWith(stranger.privateKey)],
  ['that is not signed', {}, (claims) => new UnsecuredJWT(claims).encode()],
  ['of three parts without meaning', {}, () => 'a.b.c'],
  ['of another issuer', { iss: 'https://accounts.google.com' }],
  ['for another client', { aud: 'another client' }],
  ['of another sign-in', { nonce: 'another' }],
  ['without a nonce', { nonce: undefined }],
  ['that is too old', { exp: 1 }],
  ['without a subject', { sub: undefined }],
  ['with an empty subject', { sub: '' }],
  ['with a number as its subject', { sub: 5 as never }],
  [
    'with a subject that no index holds',
    { sub: crypto.getRandomValues(Buffer.alloc(9_000)).toString('hex') },
  ],
  ['without an e-mail', { email: undefined }],
  ['with two e-mails', { email: ['gina@gmail.test', 'victim@gmail.test'] }],
  ['with an e-mail that contains a line break', { email: 'gina@gmail.test\r\nvictim@gmail.test' }],
  ['whose e-mail is not verified', { email_verified: false }],
  ['whose e-mail is verified in words', { email_verified: 'true' }],
])('refuses an ID token %s', async (_what, more, sign) => {
  const { to, user } = await signInAs({ sub: 'another', email: 'another@gmail.test', ...more }, sign)
  expect(to).toMatch(/^\/login\?google=failed/)
  expect(user).toBeUndefined()
})

it.each<[string, Answer]>([
  ['no ID token', { body: { access_token: 'an access token' } }],
  ['an ID token that is no text', { body: { access_token: 'an access token', id_token: { sub: 'victim' } } }],
  ['a page', { body: '<!doctype html><title>Sign in to the network</title>' }],
  ['half an answer', { body: '{"access_token":"an access token","id_' }],
  ['null', { body: 'null' }],
  ['a failure that repeats the secret', { body: { error: CLIENT.clientSecret }, status: 400 }],
  ['a failure that looks like an error', { body: { message: CLIENT.clientSecret, stack: 'x' }, status: 500 }],
])(
  'refuses a sign-in whose code Google answers with %s, and logs nothing of the answer',
  async (_what, answer) => {
    const { to, user } = await signIn(() => answer)
    expect(to).toMatch(/^\/login\?google=failed/)
    expect(user).toBeUndefined()
    expect(shop.lines.join('')).not.toMatch(new RegExp(`${CLIENT.clientSecret}|an access token`))
  },
)

it('nobody else has an account', async () => {
  expect(await shop.sql('select email from users')).toEqual([{ email: 'gina@gmail.test' }])
})
