import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import type { Flood, FloodKind, Tally } from './flood.ts'

/** What each hostile client may be answered; a 503 says that there is too much to do, and when to come back. */
const FLOODS: [FloodKind, RegExp][] = [
  ['wrong passwords', /^(401 INVALID_EMAIL_OR_PASSWORD|429 too-many-requests says when)$/],
  ['made-up addresses', /^404$/],
]
/** For the deep tier. */
const MORE_FLOODS: typeof FLOODS = [
  ['pictures of 9 MB', /^(413 too-large|429 too-many-requests says when|cut off)$/],
  ['bodies that never end', /^$/],
  ['new accounts', /^200$/],
  ['pictures that are none', /^(415 unsupported-type|429 too-many-requests says when)$/],
  ['heads that never end', /^$/],
]
const floods = process.env.DEEP ? [...FLOODS, ...MORE_FLOODS] : FLOODS
const OVERLOADED = '503 overloaded says when'
const PATHS = ['/api/products?limit=12', '/']

let database: TestDatabase
let shop: Shop
let token: string
let memoryBefore: number
const agent = new Agent({ keepAlive: true })
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startShop({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'seller@clamshell.test', password: 'clamshell-demo' })
  const session = await fetch(`${shop.url}/auth/sign-in/email`, { method: 'POST', headers, body })
  const cookie = session.headers.getSetCookie().join('; ')
  const jwt = await fetch(`${shop.url}/api/jwt`, { method: 'POST', headers: { ...headers, cookie }, body })
  token = (await jwt.json()).token
  await visit()
  memoryBefore = memory()
}, 60_000)
afterAll(async () => {
  agent.destroy()
  await shop.stop()
  await database.close()
})

/** A visitor who looks at the shop; answers how long the slowest of a hundred answers takes, in milliseconds. */
async function visit(count = 100): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    expect(await look(PATHS[n % PATHS.length] ?? '/')).toBe(200)
    took.push(performance.now() - began)
  }
  return took.sort((a, b) => a - b)[Math.floor(count * 0.99)] ?? 0
}

async function look(path: string): Promise<number | undefined> {
  const [answer] = await once(get(`${shop.url}${path}`, { agent }), 'response')
  for await (const _ of answer);
  return answer.statusCode
}

async function during(kind: FloodKind, work: () => Promise<void>): Promise<Tally> {
  const flood: Flood = { kind, url: shop.url, token }
  const hostile = new Worker(new URL('./flood.ts', import.meta.url), { workerData: flood })
  await once(hostile, 'message')
  await pause(300)
  await work()
  const told = once(hostile, 'message')
  hostile.postMessage('stop')
  const [tally] = await told
  await once(hostile, 'exit')
  return tally
}

const memory = () =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1024

/** What others are slowed down by at most. */
const TIMES = 5
/** What is no delay, however short the usual; among other tests, which take the processors meanwhile, a second. */
const MOMENT_MS = process.env.DEEP ? 60 : 1_000
/** Beyond what the shop takes when nobody is hostile. */
const MEGABYTES = 400

it.each(floods)(
  'visitors are served as always while somebody sends %s',
  async (kind, answers) => {
    const before = await visit()
    let meanwhile = 0
    const tally = await during(kind, async () => {
      meanwhile = await visit()
      expect(await look('/healthz')).toBe(200)
    })
    const usual = Math.max(before, await visit())
    const ratio = (meanwhile / usual).toFixed(1)
    if (process.env.DEEP) process.stdout.write(`${kind}: ${ratio} times ${usual.toFixed(1)} ms\n`)
    expect(Object.keys(tally).filter((answer) => answer !== OVERLOADED && !answers.test(answer))).toEqual([])
    expect(meanwhile, `${ratio} times as long as usual`).toBeLessThan(Math.max(TIMES * usual, MOMENT_MS))
    expect(memory() - memoryBefore).toBeLessThan(MEGABYTES)
  },
  60_000,
)
