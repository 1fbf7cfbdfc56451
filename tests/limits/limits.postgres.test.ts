import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { currentRequest } from '#server/http/request-context.ts'
import { findExhausted } from '#server/limits/exhausted-limits.ts'
import { forgetOldLimits } from '#server/limits/forget-old-limits.ts'
import { spendLimit, takeTry } from '#server/limits/spend-limit.ts'
import { upload } from '#tests/images/upload.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { PASSWORD, type Person, signUp } from '#tests/support/people.ts'
import { FLOWS, type Flow, renewed, type Try, type World } from './flows.ts'

let shop: FrontDoor
let world: World
let people: Person[]
beforeAll(async () => {
  shop = await openFrontDoor()
  const [owner, ...sellers] = await Promise.all([1, 2, 3].map(() => signUp(shop, 'seller')))
  people = sellers
  const laptops = await Promise.all(Array.from({ length: 40 }, () => putOnSale(shop, owner!)))
  world = { shop, laptop: laptops[0]!, laptops }
})
afterAll(() => shop.close())

let count = 0
/** Some tests stop the clock, so that a second in memory lasts however long the machine takes. */
afterEach(() => void vi.useRealTimers())
const newAddress = () => `198.51.${++count >> 8}.${count & 255}`

/** Makes a request as often as allowed, and once more; returns the last response. */
async function exhaust(flow: Flow, as: Omit<Try, 'n'>) {
  for (let time = 0; time < flow.most; time++) {
    const { status, body } = await flow.once(world, { ...as, n: ++count })
    expect(status, `${time + 1} of ${flow.most}: ${JSON.stringify(body)}`).toBe(flow.passes)
  }
  return flow.once(world, { ...as, n: ++count })
}

const counted = async (key = '') =>
  (await shop.sql('select count from rate_limits where starts_with(key, $1)', [key])).map((row) => row.count)

describe('a rate limit', () => {
  it.each(FLOWS)(
    '$what: $most in $seconds s by $by, then 429 until the time in Retry-After',
    async (flow) => {
      await shop.sql('delete from rate_limits')
      const [who, other] = await Promise.all([renewed(shop, people[0]!), renewed(shop, people[1]!)])
      const address = newAddress()
      const refused = await exhaust(flow, { who, address })
      expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests', status: 429 } })
      expect(refused.headers.get('content-type')).toBe('application/problem+json')
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(flow.seconds - 60)
      expect(seconds).toBeLessThanOrEqual(flow.seconds)
      expect(refused.body.detail).toContain(`You can try again in ${Math.ceil(seconds / 60)} minutes.`)
      if (flow.key) expect(Math.max(...(await counted(flow.key)))).toBeGreaterThanOrEqual(flow.most)

      // Others are not affected.
      const elsewhere = flow.by === 'account' ? { who: other, address } : { who, address: newAddress() }
      expect((await flow.once(world, { ...elsewhere, n: ++count })).status).toBe(flow.passes)

      // A minute before that time it still applies, a moment after it no longer.
      shop.pass({ minutes: seconds / 60 - 1 })
      const still = { who: await renewed(shop, who), address, n: ++count }
      expect((await flow.once(world, still)).status).toBe(429)
      shop.pass({ minutes: 1.01 })
      const after = { who: await renewed(shop, who), address, n: ++count }
      expect((await flow.once(world, after)).status).toBe(flow.passes)
    },
  )
})

it('a used-up limit allows as many requests again in the next window, and no more', async () => {
  const { db, clock } = shop.deps
  const spend = () => spendLimit(db, 'in two windows', { most: 2, seconds: 60 }, clock(), 'Too many.')
  for (const _window of [1, 2]) {
    for (let time = 0; time < 2; time++) await spend()
    await expect(spend()).rejects.toMatchObject({ code: 'too-many-requests' })
    shop.pass({ minutes: 1.02 })
  }
})

it('a limit known to be exceeded is so for a second, but not by a clock that was set back', async () => {
  const { db, clock } = shop.deps
  const now = clock()
  const limit = { most: 0, seconds: 60 }
  await expect(spendLimit(db, 'known', limit, now, 'Too many.')).rejects.toMatchObject({ status: 429 })
  const at = (ms: number) => findExhausted('known', new Date(now.getTime() + ms))
  expect([at(-1), at(0), at(999), at(1000)].map((found) => found !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

describe('password attempts', () => {
  const signIn = (email: string, password: string, address = newAddress()) =>
    shop.call('POST', '/auth/sign-in/email', { body: { email, password }, address })
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

  it('are limited to ten per account, even when the last ones are concurrent', async () => {
    const { email } = await signUp(shop, 'buyer')
    for (let n = 0; n < 9; n++) expect((await signIn(email, 'a wrong one')).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(email, 'a wrong one')))
    expect(statuses(answers).sort()).toEqual([401, ...Array(7).fill(429)])
  })

  it('are not counted when they succeed', async () => {
    const { email } = await signUp(shop, 'buyer')
    for (let n = 0; n < 9; n++) expect((await signIn(email, 'a wrong one')).status).toBe(401)
    for (let n = 0; n < 3; n++) expect((await signIn(email, PASSWORD)).status).toBe(200)
    expect((await signIn(email, 'a wrong one')).status).toBe(401)
    expect((await signIn(email, PASSWORD)).status).toBe(429)
  })

  it('are not counted for an account when their address is over its limit, even concurrently', async () => {
    const { email } = await signUp(shop, 'buyer')
    const hostile = newAddress()
    for (let n = 0; n < 29; n++) await signIn(`nobody-${n}@example.com`, 'a wrong one', hostile)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => signIn(`victim-${n}@example.com`, 'a wrong one', hostile)),
    )
    expect(statuses(answers).sort()).toEqual([401, ...Array(7).fill(429)])
    const victims = await counted('sign-in account victim-')
    expect(victims.reduce((sum, each) => sum + each, 0)).toBe(1)
    for (let n = 0; n < 12; n++) expect((await signIn(email, 'a wrong one', hostile)).status).toBe(429)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    expect(await counted(`sign-in account ${email}`)).toEqual([0])
  })

  it('are available as soon as they are given back, even after a refusal', async () => {
    const { db, clock } = shop.deps
    const limits = [{ key: `a try ${++count}`, limit: { most: 1, seconds: 60 } }]
    const take = () => takeTry(db, limits, clock(), 'Too many.')
    const giveBack = await take()
    await expect(take()).rejects.toMatchObject({ code: 'too-many-requests' })
    await giveBack()
    await expect(take()).resolves.toBeTypeOf('function')
  })

  it('are given back when another limit is exceeded at the same moment', async () => {
    const { db, clock } = shop.deps
    const [many, one] = [`many ${++count}`, `one ${count}`]
    const limits = [
      { key: many, limit: { most: 100, seconds: 60 } },
      { key: one, limit: { most: 1, seconds: 60 } },
    ]
    const tries = Array.from({ length: 8 }, () => takeTry(db, limits, clock(), 'Too many.'))
    const ended = (await Promise.allSettled(tries)).map(({ status }) => status)
    expect(ended.sort()).toEqual(['fulfilled', ...Array(7).fill('rejected')])
    expect(await counted(many)).toEqual([1])
  })

  it('do not reveal whether the account exists: equal responses of similar duration', async () => {
    const { email } = await signUp(shop, 'buyer')
    const measured = async (whose: string) => {
      const began = performance.now()
      const { status, body, headers } = await signIn(whose, 'a wrong one')
      return { ms: performance.now() - began, answer: { status, body, names: [...headers.keys()] } }
    }
    const known: Awaited<ReturnType<typeof measured>>[] = []
    const unknown: typeof known = []
    // The minimum of each, as other work on the machine only adds time. Without the password's hash a response
    // takes a tenth of the time, however often it is measured.
    const least = (all: typeof known) => Math.min(...all.map(({ ms }) => ms))
    const ratio = () => least(known) / least(unknown)
    while (known.length < 9 || (known.length < 40 && (ratio() < 0.4 || ratio() > 2.5))) {
      unknown.push(await measured(`unknown-${known.length}@example.com`))
      known.push(await measured(email))
      await shop.sql('delete from rate_limits')
    }
    for (const { answer } of [...known, ...unknown]) expect(answer).toEqual(known[0]?.answer)
    expect(ratio()).toBeGreaterThan(0.4)
    expect(ratio()).toBeLessThan(2.5)
  })
})

it('a password reset request runs the same queries whether the e-mail is known or not', async () => {
  const { email } = await signUp(shop, 'buyer')
  const asked = async (whose: string) => {
    const mails = shop.deps.jobs.mailPasswordReset
    const heard: string[] = []
    shop.deps.jobs.mailPasswordReset = async (_db, to) => void heard.push(to)
    const statements = await statementsOf(() =>
      shop.call('POST', '/auth/request-password-reset', { body: { email: whose }, address: newAddress() }),
    )
    shop.deps.jobs.mailPasswordReset = mails
    // The difference is found out by a job, which no response waits for.
    expect(heard).toEqual([whose])
    return statements
  }
  const known = await asked(email)
  expect(known.length).toBeGreaterThan(1)
  expect(await asked('unknown@example.com')).toEqual(known)
})

/** The statements that the shop sends to the database for requests during `work`, without their values. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = shop.deps
  const { query } = pool
  const statements: string[] = []
  pool.query = ((...args: [string | { text: string }]) => {
    // What the shop does of its own accord, now and then, is not the request's.
    if (currentRequest()) statements.push(typeof args[0] === 'string' ? args[0] : args[0].text)
    return query.apply(pool, args as never)
  }) as never
  await work()
  pool.query = query
  return statements
}

it('an upload refused for its Content-Length is not counted', async () => {
  const { token } = await signUp(shop, 'buyer')
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '9000000' }
  await shop.sql('delete from rate_limits')
  const { status } = await upload(shop, undefined, { token, headers, body: 'x' })
  expect(status).toBe(413)
  expect(await counted('upload ')).toEqual([])
})

describe('an IP address', () => {
  const write = async (address: string) =>
    (
      await shop.call('POST', '/api/contact', {
        body: { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: `Number ${++count}` },
        address,
      })
    ).status

  it('of IPv6 is counted by its network of 64 bits, apart from the next network', async () => {
    for (let host = 1; host <= 5; host++) expect(await write(`2001:db8:0:7:${host}::${host}`)).toBe(201)
    expect(await write('2001:db8:0:7::1')).toBe(429)
    expect(await write('2001:0DB8:0000:0007:0000:0000:0000:00aa')).toBe(429)
    expect(await write('2001:db8:0:8::1')).toBe(201)
  })

  it('over its limit is refused without writing to the database', async () => {
    const row = () =>
      shop.sql(`select count, ctid::text, xmax::text from rate_limits where key = 'contact 198.51.100.77'`)
    for (let time = 0; time < 5; time++) expect(await write('198.51.100.77')).toBe(201)
    const used = await row()
    expect(used).toMatchObject([{ count: 5 }])
    for (let time = 0; time < 3; time++) expect(await write('198.51.100.77')).toBe(429)
    expect(await row()).toEqual(used)
  })

  it('over its limit is refused without a query, until a second has passed', async () => {
    const address = newAddress()
    const ask = async () => {
      const body = { email: `somebody-${++count}@example.com` }
      return (await shop.call('POST', '/auth/request-password-reset', { body, address })).status
    }
    for (let time = 0; time < 20; time++) expect(await ask()).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'] })
    // The first is written into the audit trail, the second finds that it has been.
    for (let time = 0; time < 2; time++) expect(await ask()).toBe(429)
    expect(await statementsOf(ask)).toEqual([])
    // As another process may do, unknown to this one.
    await shop.sql('delete from rate_limits where key = $1', [`password-reset address ${address}`])
    expect(await ask()).toBe(429)
    shop.pass({ minutes: 1 / 60 })
    expect(await ask()).toBe(200)
  })

  it('over a limit counted in a transaction is refused from memory for a second, too', async () => {
    const address = newAddress()
    for (let time = 0; time < 5; time++) expect(await write(address)).toBe(201)
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await write(address)).toBe(429)
    await shop.sql('delete from rate_limits where key = $1', [`contact ${address}`])
    expect(await write(address)).toBe(429)
    shop.pass({ minutes: 1 / 60 })
    expect(await write(address)).toBe(201)
  })

  it('of IPv4 is the same in every notation', async () => {
    for (let time = 0; time < 5; time++) expect(await write('203.0.113.9')).toBe(201)
    expect(await write('::ffff:203.0.113.9')).toBe(429)
    expect(await write('::ffff:cb00:7109')).toBe(429)
    expect(await write('203.0.113.10')).toBe(201)
  })
})

it('expired counts are deleted, and the others remain', async () => {
  await shop.sql('delete from rate_limits')
  await shop.call('POST', '/auth/request-password-reset', {
    body: { email: 'old@example.com' },
    address: newAddress(),
  })
  shop.pass({ minutes: 25 * 60 })
  await shop.call('POST', '/auth/request-password-reset', {
    body: { email: 'new@example.com' },
    address: newAddress(),
  })
  await forgetOldLimits(shop.deps)
  expect(await counted('password-reset account ')).toHaveLength(1)
  expect(await counted('password-reset account new@')).toEqual([1])
})
