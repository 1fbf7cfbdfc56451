import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  buyer = await signUp(shop, 'buyer')
})
afterAll(() => shop.close())

const told = (address: string) =>
  shop.sql('select action, actor_id, subject, details from audit_events where address = $1 order by at, id', [
    address,
  ])

const denials: [string, string, string, Parameters<FrontDoor['call']>[2]][] = [
  ['a request reserved for another role', 'GET', '/api/mybuyers/a@b.example', { token: 'own' }],
  ['a request for the e-mail of another user', 'GET', '/api/bookings?email=a@b.example', { token: 'own' }],
  [
    'a cross-origin request',
    'POST',
    '/auth/sign-out',
    { headers: { origin: 'https://evil.example' }, body: {} },
  ],
  ['an unsigned token', 'GET', '/api/bookings?email=a@b.example', { token: 'eyJhbGciOiJub25lIn0.e30.' }],
  [
    'an unsigned webhook event',
    'POST',
    '/api/webhooks/stripe',
    { body: { type: 'payment_intent.succeeded' } },
  ],
]
it.each(denials)('the refusal of %s is recorded in one line', async (what, method, path, sent) => {
  const address = `192.0.2.${denials.findIndex(([name]) => name === what) + 1}`
  const token = sent?.token === 'own' ? buyer.token : sent?.token
  const { status, headers } = await shop.call(method, path, { ...sent, token, address })
  expect(status).toBeGreaterThanOrEqual(400)
  const lines = await told(address)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ action: 'denied', actor_id: sent?.token === 'own' ? buyer.id : null })
  expect(JSON.stringify(lines)).not.toMatch(/a@b\.example|eyJ/)
  const id = headers.get('x-request-id')
  expect(await shop.sql('select address from audit_events where request_id = $1', [id])).toEqual([
    { address },
  ])
})

it.each([
  ['a request without a token', 'GET', '/api/bookings?email=a@b.example', {}],
  ['an invalid body', 'POST', '/api/contact', { body: {} }],
  ['an unknown path', 'GET', '/api/nothing', {}],
])('the refusal of %s is not recorded', async (_what, method, path, sent) => {
  const { status } = await shop.call(method, path, { ...sent, address: '198.51.100.1' })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(await told('198.51.100.1')).toEqual([])
})

it('at most thirty refusals per network and minute are recorded', async () => {
  const refused = (address: string) => shop.call('GET', '/api/bookings', { token: 'none', address })
  for (let n = 0; n < 40; n++) await refused(`2001:db8::${n.toString(16)}`)
  const [{ count }] = await shop.sql(
    `select count(*)::int as count from audit_events where address like '2001:db8:%'`,
  )
  expect(count).toBe(30)
  shop.pass({ minutes: 2 })
  await refused('2001:db8::ffff')
  expect(await told('2001:db8::ffff')).toHaveLength(1)
})

it('an exceeded limit is recorded once in a quarter of an hour, however often it is exceeded', async () => {
  const address = '203.0.113.1'
  const send = (n: number) =>
    shop.call('POST', '/api/contact', {
      address,
      body: { name: 'Ada', email: 'ada@example.com', subject: `Hello ${n}`, message: 'Is there anybody?' },
    })
  const statuses: number[] = []
  for (let n = 0; n < 9; n++) statuses.push((await send(n)).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1)
  shop.pass({ minutes: 14 })
  expect((await send(9)).status).toBe(429)
  const line = {
    action: 'limited',
    actor_id: null,
    subject: 'POST /api/contact',
    details: { reason: 'too-many-requests' },
  }
  expect(await told(address)).toEqual([line])
  shop.pass({ minutes: 2 })
  expect((await send(10)).status).toBe(429)
  expect(await told(address)).toEqual([line, line])
  // Tokens live ten minutes.
  buyer = { ...buyer, token: await renewToken(shop, buyer) }
})

it('an exceeded limit is recorded once, whatever IDs the paths contain', async () => {
  await shop.sql('insert into rate_limits (key, count, window_start) values ($1, 1000000, now())', [
    `idempotency-keys ${buyer.id}`,
  ])
  const address = '203.0.113.2'
  for (let n = 0; n < 5; n++) {
    const { status } = await shop.call('DELETE', `/api/mywishlist/${randomUUID()}`, {
      address,
      token: buyer.token,
      headers: { 'idempotency-key': `key-${n}` },
    })
    expect(status).toBe(429)
  }
  expect(await told(address)).toHaveLength(1)
})

it('an exceeded limit is recorded for each endpoint', async () => {
  const admin = await makeAdmin(shop)
  const address = '203.0.113.3'
  const calls = [
    ['POST', '/api/reports', buyer, { productId: randomUUID(), reason: 'Stolen pictures.' }],
    ['PUT', `/api/reports/${randomUUID()}`, admin, { decision: 'dismissed', reason: 'Looked at.' }],
  ] as const
  for (const [method, path, { id, token }, body] of calls) {
    await shop.sql(
      `insert into rate_limits (key, count, window_start) values ($1, 1000000, now())
       on conflict (key) do update set count = excluded.count`,
      [`idempotency-keys ${id}`],
    )
    const headers = { 'idempotency-key': 'a key' }
    expect((await shop.call(method, path, { address, token, headers, body })).status).toBe(429)
  }
  const lines = await told(address)
  expect(lines.map(({ subject }) => subject)).toEqual(calls.map(([method, path]) => `${method} ${path}`))
})

it('a request is refused even when its refusal cannot be recorded', async () => {
  await shop.sql('alter table audit_events rename to audit_events_gone')
  const { status } = await shop.call('GET', '/api/mybuyers/a@b.example', { token: buyer.token })
  await shop.sql('alter table audit_events_gone rename to audit_events')
  expect(status).toBe(403)
  expect(shop.lines.join()).toContain('refusal-not-recorded')
})
