import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  buyer = await signUp(shop, 'buyer')
})
afterAll(() => shop.close())

const KEY = 'access-token a secret of the tests, long enough'
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The good token signed anew with something else in header or claims; with nothing changed it is good. */
function forge({
  header = {},
  claims = {},
  key = KEY,
}: {
  header?: object
  claims?: object
  key?: string
}): Promise<string> {
  return new SignJWT({ ...claimsOf(buyer.token), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
    .sign(new TextEncoder().encode(key))
}
const now = () => Math.floor(Date.now() / 1000)
const ask = (authorization: string) =>
  shop.call('GET', `/api/bookings?email=${buyer.email}`, { headers: { authorization } })

it('lets the forge make a good token, so that the bad ones are refused for their fault alone', async () => {
  expect((await ask(`Bearer ${await forge({})}`)).status).toBe(200)
})

const forged: [string, Parameters<typeof forge>[0]][] = [
  ['signed with another secret', { key: 'another secret' }],
  ['of another algorithm of the same family', { header: { alg: 'HS384' } }],
  ['expired', { claims: { exp: now() - 1 } }],
  ['not valid yet', { claims: { nbf: now() + 60 } }],
  ['issued far in the future', { claims: { iat: now() + 86_400 } }],
  ['of another issuer', { claims: { iss: 'other' } }],
  ['for another audience', { claims: { aud: 'other' } }],
  ['for several audiences, ours among them', { claims: { aud: ['clamshell-api', 'other'] } }],
  ['without a subject', { claims: { sub: undefined } }],
  ['without an expiry', { claims: { exp: undefined } }],
  ['of the type of an ID token', { header: { typ: 'JWT' } }],
  ['with an unknown critical header', { header: { crit: ['x'], x: 1 } }],
  ['of another session', { claims: { sid: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e' } }],
  ['of another person', { claims: { sub: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e' } }],
]
it.each(forged)('refuses a token %s', async (_what, forgery) => {
  const token = await forge(forgery).catch(async () => {
    const [, payload, signature] = (await forge({})).split('.')
    return `${encode({ alg: 'HS256', typ: 'at+jwt', ...forgery.header })}.${payload}.${signature}`
  })
  expect((await ask(`Bearer ${token}`)).status).toBe(401)
})

const broken: [string, (token: string) => string][] = [
  ['nothing', () => ''],
  ['no algorithm', (token) => `Bearer ${encode({ alg: 'nOnE', typ: 'at+jwt' })}.${token.split('.')[1]}.`],
  [
    'a changed payload',
    (token) => `Bearer ${token.replace(/\.(.)/, (_all, first) => `.${first === 'e' ? 'f' : 'e'}`)}`,
  ],
  ['a cut signature', (token) => `Bearer ${token.slice(0, -4)}`],
  ['a padded signature', (token) => `Bearer ${token}==`],
  ['the word Bearer twice', (token) => `Bearer Bearer ${token}`],
  ['Basic', (token) => `Basic ${token}`],
  ['ten kilobytes', (token) => `Bearer ${token}${'a'.repeat(10_000)}`],
]
it.each(broken)('refuses %s', async (_what, header) => {
  expect((await ask(header(buyer.token))).status).toBe(401)
})

it('does not look for a token in the address', async () => {
  const path = `/api/bookings?email=${buyer.email}&token=${buyer.token}&access_token=${buyer.token}`
  expect((await shop.call('GET', path)).status).toBe(401)
})
