import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireSameOrigin } from '#server/sign-in/require-same-origin.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { PASSWORD, type Person, signUp } from '#tests/support/people.ts'
import { hashTables } from '#tests/support/tables.ts'

let shop: FrontDoor
let person: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  person = await signUp(shop, 'buyer')
})
afterAll(() => shop.close())

/** Every call that is authorized by a cookie, or sets one, and changes something. */
const CALLS: [method: string, path: string, body: () => object][] = [
  ['POST', '/api/jwt', () => ({ email: person.email })],
  ['POST', '/api/users', () => ({ name: person.name, email: person.email, userType: 'buyer' })],
  ['PUT', '/api/googleuser/EMAIL', () => ({ name: person.name, email: person.email, userType: 'buyer' })],
  ['POST', '/auth/sign-in/email', () => ({ email: person.email, password: PASSWORD })],
  ['POST', '/auth/sign-up/email', () => ({ name: 'Eve', email: 'eve@example.com', password: PASSWORD })],
  ['POST', '/auth/sign-out', () => ({})],
  ['POST', '/auth/change-password', () => ({ currentPassword: PASSWORD, newPassword: 'another good one' })],
  ['POST', '/auth/send-verification-email', () => ({})],
  ['POST', '/auth/request-password-reset', () => ({ email: person.email })],
]
const JSON_TYPE = 'application/json'
/** The headers that a browser sends for a page of another site, or for a form. */
const FOREIGN: [what: string, headers: Record<string, string>, status: number][] = [
  ['another site', { origin: 'https://evil.example' }, 403],
  ['a name below ours', { origin: 'http://evil.localhost:3000' }, 403],
  ['our name on another port', { origin: 'http://localhost:3001' }, 403],
  ['our name on https', { origin: 'https://localhost:3000' }, 403],
  ['our name with more', { origin: `${ORIGIN}.evil.example` }, 403],
  ['nowhere', { origin: 'null' }, 403],
  ['no origin', { origin: '' }, 403],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a neighbour that hides its origin', { 'sec-fetch-site': 'same-site' }, 403],
  ['a form', { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['a form that is text', { origin: ORIGIN, 'content-type': 'text/plain' }, 415],
]
/** Without an Origin, so that Sec-Fetch-Site decides. */
const cookieAlone = (headers: Record<string, string>) => ({ cookie: person.cookie, ...headers })

for (const [method, path, body] of CALLS)
  it(`${method} ${path} refuses foreign origins, and content types other than JSON`, async () => {
    const before = await hashTables(shop)
    const mails = shop.mails.length
    const answers: unknown[] = []
    for (const [what, headers] of FOREIGN) {
      const { status, headers: sent } = await shop.call(method, path.replace('EMAIL', person.email), {
        headers: cookieAlone({ 'content-type': JSON_TYPE, ...headers }),
        body: body(),
      })
      answers.push([what, status, sent.has('set-cookie'), sent.has('access-control-allow-origin')])
    }
    expect(answers).toEqual(FOREIGN.map(([what, , status]) => [what, status, false, false]))
    expect(await hashTables(shop)).toEqual(before)
    expect(shop.mails).toHaveLength(mails)
  })

it.each([
  ['a page of the shop', { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }],
  ['a page of the shop that hides its origin', { 'sec-fetch-site': 'same-origin' }],
  ['a program', {}],
])('%s is authorized by the cookie', async (_what, headers) => {
  const sent = {
    headers: cookieAlone({ 'content-type': JSON_TYPE, ...headers }),
    body: { email: person.email },
  }
  expect((await shop.call('POST', '/api/jwt', sent)).status).toBe(200)
})

it('a foreign-origin error names the public address, and the machine if it is a local one', async () => {
  const headers = { origin: 'http://192.168.1.5:3000', 'sec-fetch-site': 'same-origin' }
  const body = { email: person.email, password: PASSWORD }
  const { body: problem } = await shop.call('POST', '/auth/sign-in/email', { headers, body })
  const here = ` at ${ORIGIN}, on the machine that the shop runs on.`
  expect(problem).toMatchObject({ code: 'foreign-origin', detail: expect.stringContaining(here) })
  const ask = new Request(ORIGIN, { headers })
  expect(() => requireSameOrigin(ask, ['https://shop.example'])).toThrow(/ at https:\/\/shop\.example\.$/)
})

it('a photo ticket, which needs no JSON, is refused to foreign origins', async () => {
  const ask = (headers: Record<string, string>) => shop.call('POST', '/api/image-tickets', { headers })
  for (const [, headers, status] of FOREIGN)
    if (status === 403)
      expect(await ask(headers)).toMatchObject({ status: 403, body: { code: 'foreign-origin' } })
  expect(await shop.sql('select 1 from image_tickets')).toEqual([])
  const own: Record<string, string>[] = [{ origin: ORIGIN }, { 'sec-fetch-site': 'same-origin' }, {}]
  for (const headers of own) expect((await ask(headers)).status).toBe(201)
})
