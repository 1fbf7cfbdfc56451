import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { converse } from './raw-http.ts'
import {
  BODIES,
  CONTENT_TYPES,
  type Expected,
  FRAMING,
  HEADERS,
  HOSTS,
  MESSAGE,
  PAGES,
  type RawCase,
  TARGETS,
} from './raw-http-table.ts'
import { post, request } from './requests.ts'

/* A running shop, tested with raw bytes over sockets. */
let database: TestDatabase
let shop: Shop
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startShop({
    env: { DATABASE_URL: database.url, DEMO: '0', SECRET: 'a secret of the raw requests, long enough' },
  })
})
afterAll(async () => {
  await shop.stop()
  await database.close()
})

const asExpected = (status: number, expected: Expected) =>
  expected === 'refused' ? status >= 400 && status < 500 : [expected].flat().includes(status)

const messages = async () =>
  Number((await database.pool.query('select count(*) from messages')).rows[0].count)

/** Expects one response to these bytes, with its date. A refusal by a call has the form of all problems. */
async function expectAnswer(bytes: Buffer, expected: Expected) {
  const answers = await converse(shop.url, bytes)
  expect(answers.map(({ status }) => status)).toHaveLength(1)
  const { status, headers, body } = answers[0]!
  expect(asExpected(status, expected), `status ${status}: ${body.slice(0, 300)}`).toBe(true)
  expect(Date.parse(headers.get('date') ?? '')).not.toBeNaN()
  const spoken = headers.get('content-type')
  if (status >= 400 && spoken && !spoken.startsWith('text/html') && !bytes.includes('/sandbox/'))
    expect(spoken).toMatch(/^application\/problem\+json|^text\/x-script/)
  return { status, headers, body }
}

const table = (cases: RawCase[]) =>
  it.each(cases)('%s', async (_what, bytes, expected) => {
    await expectAnswer(bytes, expected)
  })

describe('a content type other than JSON gets 415, and nothing is stored', () => {
  table(CONTENT_TYPES)
  it('no message is stored', async () => expect(await messages()).toBe(0))
})

describe('a body other than the expected JSON object is refused by the API and the sign-in', () => {
  it.each(BODIES)('%s', async (_what, body, expected) => {
    const before = await messages()
    await expectAnswer(post('/api/contact', body), expected)
    await expectAnswer(post('/auth/sign-in/email', body), expected)
    expect(await messages()).toBe(before)
  })
})

describe('a body whose end is ambiguous or invalid is refused', () => {
  table(FRAMING)
  it('no message is stored', async () => expect(await messages()).toBe(0))
})

describe('a header grants no access', () => table(HEADERS))
describe('a Host header', () => table(HOSTS))
describe('a request target', () => table(TARGETS))
describe('a page request', () => table(PAGES))

it('a 405 response lists the allowed methods', async () => {
  for (const target of ['/blogs', '/api/brands', '/healthz']) {
    const [answer] = await converse(shop.url, request(`DELETE ${target} HTTP/1.1`))
    expect([target, answer?.status, answer?.headers.get('allow')]).toEqual([target, 405, 'GET, HEAD'])
  }
})

it('a body with a content coding gets 415, which says that none is accepted; identity is none', async () => {
  const coded = (coding: string) => post('/api/contact', '{}', { headers: [`Content-Encoding: ${coding}`] })
  for (const coding of ['gzip', 'BR', 'identity, gzip']) {
    const { headers, body } = await expectAnswer(coded(coding), 415)
    expect([headers.get('accept-encoding'), JSON.parse(body).code]).toEqual([
      'identity',
      'unsupported-encoding',
    ])
  }
  // It is read, and has no name.
  await expectAnswer(coded('Identity'), 400)
})

it('no response contains a forged host', async () => {
  for (const target of ['/', '/blogs.xml', '/advertisedProducts', '/api/products?limit=1']) {
    const headers = ['Host: evil.example', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https']
    const [answer] = await converse(shop.url, request(`GET ${target} HTTP/1.1`, { headers }))
    expect([target, answer?.status]).toEqual([target, 200])
    expect(JSON.stringify([...answer!.headers, answer!.body])).not.toContain('evil.example')
  }
})

it('an empty body of type JSON is no error for DELETE and PUT', async () => {
  const id = '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e'
  for (const call of [`DELETE /api/myorders/${id}`, `PUT /api/productsold/${id}`]) {
    const headers = ['Content-Type: application/json', 'Content-Length: 0']
    const [answer] = await converse(shop.url, request(`${call} HTTP/1.1`, { headers }))
    // Nobody is signed in, which is all that is wrong.
    expect([call, answer?.status]).toEqual([call, 401])
  }
})

it('pipelined requests get their responses in order', async () => {
  const bytes = ['/api/brands', '/api/nothing', '/healthz'].map((target) => request(`GET ${target} HTTP/1.1`))
  const answers = await converse(shop.url, Buffer.concat(bytes), { awaited: 3 })
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200])
})

it('a request smuggled in a body gets no response', async () => {
  const hidden = request('GET /api/nothing HTTP/1.1').toString()
  const bytes = Buffer.concat([
    request('POST /api/nothing HTTP/1.1', { headers: [`Content-Length: ${hidden.length}`], body: hidden }),
    request('GET /healthz HTTP/1.1'),
  ])
  const answers = await converse(shop.url, bytes, { awaited: 2 })
  expect(answers.map(({ status }) => status)).toEqual([404, 200])
})

it('a request cut off in its body leaves the server healthy', async () => {
  const whole = post('/api/contact', JSON.stringify(MESSAGE))
  const headers = whole.indexOf('\r\n\r\n') + 4
  // The server waits for the rest; the socket is closed once the half is written.
  const half = whole.subarray(0, headers + 5)
  const { connect } = await import('node:net')
  await new Promise<void>((done) => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () =>
      socket.write(half, () => socket.destroy()),
    )
    socket.on('close', () => done())
  })
  expect((await converse(shop.url, request('GET /healthz HTTP/1.1')))[0]?.status).toBe(200)
})

it('after all of these the server accepts a valid message, and has logged no failure', async () => {
  const { status } = await expectAnswer(post('/api/contact', JSON.stringify(MESSAGE)), 201)
  expect([status, await messages()]).toEqual([201, 1])
  const failures = shop
    .log()
    .split('\n')
    .filter((line) => /"event":"(failure|page-failed)"/.test(line))
  expect(failures).toEqual([])
})
