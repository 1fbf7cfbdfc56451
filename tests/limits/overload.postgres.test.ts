import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { sharp } from '#server/images/sharp.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { inRounds } from '#tests/support/rounds.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import type { Flood, FloodKind, Tally } from './flood.ts'

/** The responses that each hostile client may get; a 503 says that the shop is overloaded, and when to retry. */
const FLOODS: [FloodKind, RegExp][] = [
  ['wrong passwords', /^(401 sign-in-failed|429 too-many-requests says when)$/],
  ['made-up addresses', /^404$/],
  ['pictures of 9 MB', /^(413 too-large|429 too-many-requests says when|cut off)$/],
  ['bodies that never end', /^$/],
  ['new accounts', /^(200|422 email-taken|429 too-many-requests says when)$/],
  ['pictures that are none', /^(415 unsupported-type|429 too-many-requests says when)$/],
  ['heads that never end', /^$/],
]
const OVERLOADED = '503 overloaded says when'
const PATHS = ['/api/products?limit=12', '/']

let database: TestDatabase
let shop: Shop
let token: string
let memoryBefore: number | undefined
const agent = new Agent({ keepAlive: true })
const bystander = new Worker(new URL('./bystander.ts', import.meta.url))
const itsAddress = once(bystander, 'message')
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startShop({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'seller@clamshell.test', password: DEMO_PASSWORD })
  const session = await fetch(`${shop.url}/auth/sign-in/email`, { method: 'POST', headers, body })
  const cookie = session.headers.getSetCookie().join('; ')
  const jwt = await fetch(`${shop.url}/api/jwt`, { method: 'POST', headers: { ...headers, cookie }, body })
  token = (await jwt.json()).token
  await visit(100)
  memoryBefore = memory()
})
afterAll(async () => {
  agent.destroy()
  await bystander.terminate()
  await shop.stop()
  await database.close()
})

/** A visitor who looks at the shop so many times; returns how long each took, in milliseconds. */
async function visit(count: number): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    expect(await look(PATHS[n % PATHS.length] ?? '/')).toBe(200)
    took.push(performance.now() - began)
  }
  return took
}

const p99 = (took: number[]) => took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0

async function look(path: string): Promise<number | undefined> {
  const [answer] = await once(get(`${shop.url}${path}`, { agent }), 'response')
  for await (const _ of answer);
  return answer.statusCode
}

async function during(flood: Flood, work: () => Promise<void>): Promise<Tally> {
  const hostile = new Worker(new URL('./flood.ts', import.meta.url), { workerData: flood })
  await once(hostile, 'message')
  await work()
  const told = once(hostile, 'message')
  hostile.postMessage('stop')
  const [tally] = await told
  await hostile.terminate()
  return tally
}

/** The most that the shop has taken so far, in MB, where the system tells (Linux). */
function memory(): number | undefined {
  if (process.platform !== 'linux') return undefined
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1024
}

/**
 * How much a flood may slow others down at most. The same flood at another server on the same machine slows
 * them down too, without the shop. The two are measured in turn and compared, so that whatever
 * else the machine does slows both down.
 */
const TIMES = 5
/** A time that is no delay, however short the usual one; a second among other tests, which share the CPU. */
const MOMENT_MS = process.env.DEEP ? 20 : 1_000
const [WINDOWS, VISITS] = process.env.DEEP ? [4, 1_000] : [2, 100]
/** Beyond what the shop takes when nobody is hostile. */
const MEGABYTES = 400

inRounds(
  'floods',
  'visitors are served as fast as usual while a client floods the shop',
  { quick: 2, deep: 7 },
  async (n) => {
    const [kind, answers] = FLOODS[n % FLOODS.length]!
    const [somewhere] = await itsAddress
    const usual: number[] = []
    const meanwhile: number[] = []
    const answered = new Set<string>()
    const limit = () => Math.max(TIMES * p99(usual), MOMENT_MS)
    // Among other tests a window more, where one was held up by them.
    const isOver = (window: number) =>
      window >= WINDOWS && (process.env.DEEP || window > WINDOWS || p99(meanwhile) < limit())
    for (let window = 0; !isOver(window); window++) {
      await during({ kind, url: somewhere, token }, async () => {
        usual.push(...(await visit(VISITS)))
      })
      const tally = await during({ kind, url: shop.url, token }, async () => {
        meanwhile.push(...(await visit(VISITS)))
        expect(await look('/healthz')).toBe(200)
      })
      for (const answer of Object.keys(tally)) answered.add(answer)
    }
    const figures = `${kind}: ${p99(meanwhile).toFixed(1)} ms instead of ${p99(usual).toFixed(1)} ms`
    if (process.env.DEEP) process.stdout.write(`${figures}\n`)
    expect([...answered].filter((answer) => answer !== OVERLOADED && !answers.test(answer))).toEqual([])
    expect(p99(meanwhile), figures).toBeLessThan(limit())
    const [before, after] = [memoryBefore, memory()]
    if (before && after) expect(after - before).toBeLessThan(MEGABYTES)
  },
)

it('a client that sends as much as it can does not block the requests of others', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com' })
  const post = async () => {
    const asked = request(`${shop.url}/auth/request-password-reset`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    const [answer] = await once(asked.end(body), 'response')
    for await (const _ of answer);
    return answer.statusCode
  }
  await during({ kind: 'more than comes in', url: shop.url, token }, async () => {
    for (const began = performance.now(); performance.now() - began < 3_000; )
      expect([200, 429]).toContain(await post())
  })
})

it('a cached refusal applies to whatever is sent, but only to its own endpoint', async () => {
  const signIn = (body: string) =>
    fetch(`${shop.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const wrong = (n: number) => JSON.stringify({ email: `no-${n}@example.com`, password: 'a wrong one' })
  for (let n = 0; (await signIn(wrong(n))).status !== 429; n++) expect(n).toBeLessThan(30)
  // Invalid JSON, which would otherwise be refused as such.
  const refused = await signIn('{')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true])
  expect(await look('/readyz')).toBe(200)
})

it('concurrent picture responses that are not read do not fill the memory', async () => {
  const noise = randomBytes(1280 * 1920 * 3)
  const file = await sharp(noise, { raw: { width: 1280, height: 1920, channels: 3 } })
    .jpeg()
    .toBuffer()
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(file)]))
  const sent = await fetch(`${shop.url}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const { data, ...rest } = await sent.json()
  expect(rest).toMatchObject({ success: true })
  const before = memory()
  const { hostname, port } = new URL(shop.url)
  const sockets = Array.from({ length: 300 }, () => connect(Number(port), hostname).on('error', () => {}))
  for (const socket of sockets)
    socket.pause().write(`GET ${data.url} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(8))
  // Each has a response by then, or was closed, since they hold too much.
  await Promise.allSettled(sockets.map((socket) => once(socket, 'readable')))
  // Served after those before it, and refused while there are too many.
  while ((await look(data.url)) !== 200);
  for (const socket of sockets) socket.destroy()
  const after = memory()
  if (before && after) expect(after - before).toBeLessThan(MEGABYTES)
})
