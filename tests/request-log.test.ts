import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { signUp } from '#tests/support/people.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor({
    extra: [{ path: '/sandbox', fetch: async () => Promise.reject(new Error('nobody foresaw this')) }],
  })
})
afterAll(() => shop.close())

const linesOf = (id: string | null) =>
  shop.lines.map((line) => JSON.parse(line)).filter((line) => line.id === id)

it.each([
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/', 404],
  ['GET', '/api/brands', 200],
  ['GET', '/api/nothing', 404],
  ['DELETE', '/api/brands', 405],
  ['GET', '/auth/get-session', 200],
  ['GET', '/auth/nothing', 404],
])('logs one line for %s %s, with the request ID of the response', async (method, path, status) => {
  const answer = await shop.call(method, path)
  expect(answer.status).toBe(status)
  expect(linesOf(answer.headers.get('x-request-id'))).toEqual([
    expect.objectContaining({ event: 'request', method, path, status }),
  ])
})

it('gives every request its own ID, ignoring an x-request-id in the request', async () => {
  const headers = { 'x-request-id': '00000000-0000-4000-8000-000000000000' }
  const answers = await Promise.all([1, 2, 3].map(() => shop.call('GET', '/healthz', { headers })))
  const ids = new Set(answers.map((answer) => answer.headers.get('x-request-id')))
  expect(ids.size).toBe(3)
  expect(ids.has(headers['x-request-id'])).toBe(false)
})

it('logs the user of a request with a token and of one with a session cookie', async () => {
  const { id, email, token, cookie } = await signUp(shop, 'buyer')
  const byToken = await shop.call('GET', `/api/user?email=${email}`, { token })
  const byCookie = await shop.call('POST', '/api/jwt', { cookie, body: { email } })
  for (const { headers } of [byToken, byCookie])
    expect(linesOf(headers.get('x-request-id'))[0]).toMatchObject({ user: id })
})

it('masks e-mail addresses, card numbers and long tokens in the logged path', async () => {
  const { token } = await signUp(shop, 'buyer')
  const secret = 'Zm9yIG5vYm9keSdzIGV5ZXMgYnV0IHRoZSByZWFkZXIncw'
  const paths = {
    '/api/users/admin/somebody@example.com': '/api/users/admin/*',
    '/api/users/admin/somebody%40example.com': '/api/users/admin/*',
    '/api/mybuyers/somebody%2540example.com': '/api/mybuyers/*',
    [`/reset-password/${secret}`]: '/reset-password/*',
    [`/confirm-email?token=${secret}`]: '/confirm-email',
    '/api/booking/4242424242424242': '/api/booking/*',
    '/api/booking/01a1fdf0-01da-7266-ba16-da43be13658e': '/api/booking/01a1fdf0-01da-7266-ba16-da43be13658e',
  }
  for (const [path, written] of Object.entries(paths)) {
    const { headers } = await shop.call('GET', path, { token })
    expect(linesOf(headers.get('x-request-id')).find(({ event }) => event === 'request')).toMatchObject({
      path: written,
    })
  }
})

it('returns 500 for an unexpected error, with the request ID under which it is logged', async () => {
  const response = await shop.app.fetch(new Request('http://localhost:3000/sandbox/x'))
  const body = await response.json()
  expect(response.status).toBe(500)
  expect(body.requestId).toBe(response.headers.get('x-request-id'))
  expect(body.detail).not.toContain('foresaw')
  expect(linesOf(body.requestId)).toEqual([
    expect.objectContaining({
      event: 'failure',
      err: expect.objectContaining({ message: 'nobody foresaw this' }),
    }),
    expect.objectContaining({ event: 'request', status: 500 }),
  ])
})

it('neither logs nor returns the values of a failed query', async () => {
  const { token } = await signUp(shop, 'buyer')
  await shop.sql('alter table messages rename to messages_gone')
  const body = { name: 'Ada', email: 'ada@canary.example', subject: 'canary subject', message: 'canary text' }
  const request = new Request('http://localhost:3000/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const response = await shop.app.fetch(request)
  await shop.sql('alter table messages_gone rename to messages')
  const id = response.headers.get('x-request-id')
  const [failure] = linesOf(id)
  expect(failure.err.message).toContain('"messages"')
  expect(JSON.stringify(linesOf(id)) + (await response.text())).not.toContain('canary')
})
