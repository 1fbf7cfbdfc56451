import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { laptopsOf, signIn } from '#tests/process/demo-buyer.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { BOOKING } from '#tests/support/laptops.ts'
import { cookieOf } from '#tests/support/people.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Asked, ask } from './ask.ts'
import { hasNginx, startNginx } from './start-nginx.ts'
import { expectAllOrdered, putUnderLoad } from './under-load.ts'

/* Two shops that share only their database, their secret and their pictures. */

let database: TestDatabase
let shops: Shop[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder(afterAll),
    SECRET: 'the same secret in both processes',
    PUBLIC_URL: 'http://shop.example',
    TRUSTED_PROXIES: '127.0.0.1, ::1',
  }
  const first = await startShop({ env })
  shops = [first, await startShop({ env: { ...env, DEMO: '0' } })]
})
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()))
  await database?.close()
})

/** Requests from the one and then from the other. */
let turn = 0
const askInTurn = (path: string, asked?: Asked) => ask(`${shops[turn++ % 2]?.url}${path}`, asked)

it('two shops serve one visit in turns: signing in, ordering and paying', async () => {
  const email = 'buyer@clamshell.test'
  const password = DEMO_PASSWORD
  const origin = 'http://shop.example'
  const session = await askInTurn('/auth/sign-in/email', { body: { email, password } })
  const cookie = cookieOf(session.headers)
  const { token } = (await askInTurn('/api/jwt', { cookie, origin, body: { email } })).body

  const { body: products } = await askInTurn('/api/products')
  const { body: mine } = await askInTurn(`/api/bookings?email=${email}`, { token })
  expect([products.length, mine.length].every((count) => count > 0)).toBe(true)
  const taken = new Set(mine.map(({ productId }: { productId: string }) => productId))
  const laptop = products.find(({ _id }: { _id: string }) => !taken.has(_id))
  const order = { token, key: 'one order', body: { ...BOOKING, productId: laptop._id } }
  const [booked, again] = [await askInTurn('/api/booking', order), await askInTurn('/api/booking', order)]
  expect([booked.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
  expect(again.body).toEqual(booked.body)

  const bookingId = booked.body.insertedId
  const intent = await askInTurn('/api/create-payment-intent', {
    token,
    body: { price: laptop.currentPrice, bookingId },
  })
  const [transactionId = ''] = intent.body.client_secret.split('_secret_')
  const card = new URLSearchParams({
    key: 'pk_test_clamshell_sandbox',
    client_secret: intent.body.client_secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  })
  const charged = await askInTurn(`/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`, {
    body: card,
  })
  expect(charged.body.status).toBe('succeeded')
  const told = { name: laptop.name, price: laptop.currentPrice, transactionId, bookingId }
  expect((await askInTurn('/api/paymentinfo', { token, body: told })).status).toBeLessThan(300)
  for (const _ of shops) {
    const { body } = await askInTurn(`/api/booking/${bookingId}`, { token })
    expect(body).toMatchObject({ _id: bookingId, paid: true })
  }
})

it('two shops share the limit of ten password attempts', async () => {
  const wrong = { body: { email: 'seller@clamshell.test', password: 'a wrong one, surely' } }
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await askInTurn('/auth/sign-in/email', wrong)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

it.runIf(hasNginx)('nginx logs neither the tokens of mailed links nor e-mail addresses', async () => {
  const folder = temporaryFolder()
  const nginx = await startNginx(
    folder,
    shops.map(({ url }) => url),
  )
  onTestFinished(nginx.stop)
  const referer = `${nginx.url}/reset-password?token=told-once-more`
  for (const path of ['/reset-password', '/confirm-email'])
    await fetch(`${nginx.url}${path}?token=a-secret`, { headers: { referer } })
  const log = () => readFileSync(join(folder, 'access.log'), 'utf8')
  for (const email of ['ada@example.com', 'ada%40example.com', 'eve%2Fada%40example.com'])
    await fetch(`${nginx.url}/api/mybuyers/${email}`)
  for (const email of ['ada@example.com', 'ada%2540example.com']) await fetch(`${nginx.url}/${email}`)
  // The log line is written after the response was sent.
  await expect
    .poll(log)
    .toMatch(
      /\/reset-password[\s\S]*\/confirm-email[\s\S]*(mybuyers\/\* 401[\s\S]*){3}(GET \/\* 404[\s\S]*){2}/,
    )
  expect(log()).not.toMatch(/token|told-once-more|a-secret|ada|eve/)
})

it.runIf(hasNginx)('nginx logs no token when no upstream responds', async () => {
  const folder = temporaryFolder()
  const shop = createServer((_request, response) => response.end())
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  const { port } = shop.address() as AddressInfo
  const nginx = await startNginx(folder, [`http://127.0.0.1:${port}`])
  onTestFinished(nginx.stop)
  shop.closeAllConnections()
  await new Promise((done) => shop.close(done))
  const answer = await fetch(`${nginx.url}/reset-password?token=a-secret`)
  expect(answer.status).toBe(502)
  expect(readFileSync(join(folder, 'error.log'), 'utf8')).not.toContain('a-secret')
})

it.runIf(hasNginx)('a page from nginx is at most seconds old, even for the first request', async () => {
  const nginx = await startNginx(
    temporaryFolder(),
    shops.map(({ url }) => url),
  )
  onTestFinished(nginx.stop)
  const { body: page } = await ask(`${nginx.url}/`)
  const { body: laptops } = await ask(`${nginx.url}/api/products?limit=100`)
  const shown = laptops.find(({ name }: { name: string }) => page.includes(name))
  await database.pool.query(`update products set name = 'Quite another name' where name = $1`, [shown.name])
  onTestFinished(async () => {
    await database.pool.query(`update products set name = $1 where name = 'Quite another name'`, [shown.name])
  })
  // There is nothing to poll for: any other request would make nginx fetch the page again. The old page may be
  // shown for a second, and for one more while the next is fetched.
  await pause(3_000)
  expect((await ask(`${nginx.url}/`)).body).toContain('Quite another name')
})

it.runIf(hasNginx)('nginx finds the assets of a build on whichever machine has them', async () => {
  const machines = ['/assets/old.js', '/assets/new.js'].map((file) =>
    createServer((request, response) => {
      response.statusCode = request.url === '/healthz' || request.url === file ? 200 : 404
      response.end()
    }),
  )
  const urls: string[] = []
  for (const machine of machines) {
    await new Promise<void>((done) => machine.listen(0, '127.0.0.1', done))
    onTestFinished(() => void machine.close())
    urls.push(`http://127.0.0.1:${(machine.address() as AddressInfo).port}`)
  }
  const nginx = await startNginx(temporaryFolder(), urls)
  onTestFinished(nginx.stop)
  const statuses: number[] = []
  for (const file of ['old.js', 'new.js', 'new.js', 'old.js', 'none.js'])
    statuses.push((await ask(`${nginx.url}/assets/${file}`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 404])
})

it.runIf(hasNginx)(
  'a shop killed under load behind nginx loses no acknowledged order, and fails no read',
  async () => {
    const nginx = await startNginx(
      temporaryFolder(),
      shops.map(({ url }) => url),
    )
    onTestFinished(nginx.stop)
    const [first, second] = shops as [Shop, Shop]
    const token = await signIn(first)
    const laptops = (await laptopsOf(first)).map(({ _id }) => _id).slice(0, 60)
    const load = putUnderLoad(nginx.url, { token, laptops })
    await expect.poll(() => load.orders.size, { timeout: 60_000 }).toBeGreaterThan(15)
    second.kill()
    await second.ended
    const before = load.orders.size
    await load.end()
    expect(load.reads.filter((read) => read !== '200')).toEqual([])
    expect(load.orders.size).toBeGreaterThan(before)
    await load.sendAgain(database.pool)
    await expectAllOrdered(database.pool, load, laptops)
    shops = [first]
  },
)
