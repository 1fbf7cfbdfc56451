import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { networkOf } from '#server/http/client-address.ts'
import { createRefusalCache } from '#server/http/refusal-cache.ts'
import { hasBody, leaveBody } from '#server/http/request-body.ts'
import { createSendResponse } from '#server/http/send-response.ts'
import { createLog } from '#server/log.ts'
import { Problem } from '#server/problems.ts'
import { collectGarbage } from '#tests/support/collect-garbage.ts'

const HERE = '192.0.2.7'
const PATH = '/auth/sign-in/email'
const now = new Date('2026-01-02T03:04:05Z')
const refused = (limit?: string) =>
  new Problem('too-many-requests', 'Please wait.', { retryAfterSeconds: 90, limit })
const asked = { method: 'POST', path: PATH, authorization: undefined }

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

let lines: string[] = []
let ends: Record<string, number | undefined> = {}
let address = HERE
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const open = (send = createSendResponse({ https: true, log })) =>
  createRefusalCache({ endOf: (limit) => ends[limit], clock: () => now, send })
let refusals = open()
const server = createServer((request, response) => {
  if (refusals.send(request, response, () => address)) {
    if (hasBody(request)) leaveBody(request, response)
  } else response.end('the usual way')
})
const port = () => (server.address() as AddressInfo).port
/** Each on a new connection: a kept-alive one may be closed just as it is used again. */
const ask = (path = PATH, { method = 'POST', headers = {} }: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port()}${path}`, {
    method,
    headers: { ...headers, connection: 'close' },
    ...(method === 'POST' && { body: '{' }),
  })
const isUsual = async (answer: Promise<Response>) => (await (await answer).text()) === 'the usual way'

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
beforeEach(() => {
  lines = []
  address = HERE
  refusals = open()
  ends = { 'sign-in 192.0.2.7': now.getTime() + 89_500 }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a cached refusal is sent with the remaining time, a request ID and a log line', async () => {
  refusals.store(asked, HERE, refused('sign-in 192.0.2.7'))
  const began = performance.now()
  const answer = await ask(`${PATH}?and=more`)
  expect(performance.now() - began).toBeGreaterThanOrEqual(99)
  expect(answer.status).toBe(429)
  expect(await answer.json()).toEqual({
    type: '/api/docs#problem-too-many-requests',
    title: 'Too many requests',
    status: 429,
    code: 'too-many-requests',
    detail: 'Please wait.',
  })
  const { headers } = answer
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(headers.get('retry-after')).toBe('90')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/)
  expect(headers.get('strict-transport-security')).toMatch(/max-age/)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'request', id: headers.get('x-request-id'), method: 'POST', path: PATH, status: 429 },
  ])
  expect(JSON.parse(lines[0] ?? '').ms).toBeGreaterThanOrEqual(99)
})

test('requests with another path, method or address are handled the usual way', async () => {
  refusals.store(asked, HERE, refused('sign-in 192.0.2.7'))
  expect((await ask()).status).toBe(429)
  expect(await isUsual(ask('/auth/sign-up/email'))).toBe(true)
  for (const method of ['GET', 'DELETE']) expect(await isUsual(ask(PATH, { method }))).toBe(true)
  address = '192.0.2.8'
  expect(await isUsual(ask())).toBe(true)
})

test('a refusal applies to every address of its network, and to no other', async () => {
  refusals.store(asked, networkOf('2001:db8:0:7::1'), refused('sign-in 192.0.2.7'))
  address = '2001:db8:0:7:8::9'
  expect((await ask()).status).toBe(429)
  address = '2001:db8:0:8::1'
  expect(await isUsual(ask())).toBe(true)
})

test('a request with an idempotency key bypasses the cache, except at sign-in', async () => {
  const headers = { 'idempotency-key': 'done-before' }
  refusals.store({ ...asked, path: '/api/contact' }, HERE, refused('sign-in 192.0.2.7'))
  expect((await ask('/api/contact')).status).toBe(429)
  expect(await isUsual(ask('/api/contact', { headers }))).toBe(true)
  refusals.store(asked, HERE, refused('sign-in 192.0.2.7'))
  expect((await ask(PATH, { headers })).status).toBe(429)
})

test('a refusal of a request with a token applies to that token only', async () => {
  ends = { 'upload 1': now.getTime() + 1_000 }
  const path = '/api/images'
  refusals.store({ ...asked, path, authorization: 'Bearer one' }, HERE, refused('upload 1'))
  expect((await ask(path, { headers: { authorization: 'Bearer one' } })).status).toBe(429)
  expect(await isUsual(ask(path, { headers: { authorization: 'Bearer two' } }))).toBe(true)
  expect(await isUsual(ask(path))).toBe(true)
})

test('a refused sign-in stays refused with any token, since sign-in ignores tokens', async () => {
  refusals.store({ ...asked, authorization: 'Bearer one' }, HERE, refused('sign-in 192.0.2.7'))
  expect((await ask(PATH, { headers: { authorization: 'Bearer another' } })).status).toBe(429)
  expect((await ask()).status).toBe(429)
})

test('9,900 refusals of long headers take less than 20 MB', () => {
  const before = heapUsed()
  for (let n = 0; n < 9_900; n++) {
    const authorization = `Bearer ${randomBytes(7_500).toString('hex')}`
    refusals.store({ method: 'POST', path: '/api/images', authorization }, HERE, refused('upload 1'))
  }
  expect((heapUsed() - before) / 1_000_000).toBeLessThan(20)
})

test('at most ten thousand refusals are cached', () => {
  refusals = open(() => {})
  refusals.store(asked, HERE, refused('sign-in 192.0.2.7'))
  for (let n = 0; n < 10_000; n++)
    refusals.store({ ...asked, path: `/auth/${n}` }, HERE, refused('sign-in 192.0.2.7'))
  const isRefused = (url: string) =>
    refusals.send({ method: 'POST', url, headers: {} } as never, {} as never, () => HERE)
  expect([PATH, '/auth/9999'].map(isRefused)).toEqual([false, true])
})

test('a cached refusal ends when its limit is no longer known to be exceeded', async () => {
  refusals.store(asked, HERE, refused('sign-in 192.0.2.7'))
  ends = {}
  expect(await isUsual(ask())).toBe(true)
  // Also if the same limit runs out again: then the limit itself must refuse.
  ends = { 'sign-in 192.0.2.7': now.getTime() + 1_000 }
  expect(await isUsual(ask())).toBe(true)
})

test('a refusal that depends on the content of the request is not cached', async () => {
  refusals.store(asked, HERE, refused())
  expect(await isUsual(ask())).toBe(true)
})

test('a client that disconnects during the delay is logged all the same, and affects no others', async () => {
  refusals.store(asked, HERE, refused('sign-in 192.0.2.7'))
  const socket = connect(port(), '127.0.0.1')
  const heard = once(server, 'request')
  socket.write(`POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n{`)
  const [, response] = await heard
  socket.destroy()
  await once(response, 'close')
  expect((await ask()).status).toBe(429)
  expect(lines).toHaveLength(2)
})
