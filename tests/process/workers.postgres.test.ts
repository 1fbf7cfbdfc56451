import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { CONNECTIONS, expectAllOrdered, putUnderLoad } from '#tests/growth/under-load.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { isRunning } from '#tests/support/is-running.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { laptopsOf, signIn } from './demo-buyer.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

const PATIENCE = { timeout: 60_000 }
/** The workers that have logged that they serve, in their order. */
const workersOf = (shop: Shop) =>
  [...shop.log().matchAll(/"event":"worker-open","pid":(\d+)/g)].map(([, pid]) => Number(pid))

it('a worker killed under load is replaced, no order is lost, and all workers end with it', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), WORKERS: '2' }
  const shop = await startShop({ env })
  await expect.poll(() => workersOf(shop), PATIENCE).toHaveLength(2)
  const laptops = (await laptopsOf(shop)).map(({ _id }) => _id).slice(0, 60)
  const load = putUnderLoad(shop.url, { token: await signIn(shop), laptops })

  await expect.poll(() => load.orders.size, PATIENCE).toBeGreaterThan(10)
  const [killed = 0, other = 0] = workersOf(shop)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => shop.log(), PATIENCE).toContain('"event":"worker-ended"')
  const readsUntilNoticed = load.reads.length
  await load.end()
  await load.sendAgain(database.pool)
  await expectAllOrdered(database.pool, load, laptops)
  // Each connection to the killed worker, and one more that it was given before its end was noticed, costs at most one
  // answer; later requests are neither refused nor kept waiting.
  const failed = load.reads.slice(0, readsUntilNoticed).filter((read) => read !== '200')
  expect(failed.length).toBeLessThanOrEqual(CONNECTIONS + 1)
  expect(load.reads.slice(readsUntilNoticed).filter((read) => read !== '200')).toEqual([])

  await expect.poll(() => workersOf(shop), PATIENCE).toHaveLength(3)
  expect(shop.log().match(/Clamshell is open/g)).toHaveLength(1)
  await shop.stop()
  expect([killed, other, workersOf(shop)[2] ?? 0].map(isRunning)).toEqual([false, false, false])
})

it('a worker closes a connection after a hundred requests, also when they are pipelined', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), WORKERS: '2' }
  const shop = await startShop({ env })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const kept: (string | undefined)[] = []
  for (let n = 0; n < 101; n++) {
    const [answer] = await once(get(`${shop.url}/healthz`, { agent }), 'response')
    kept.push(answer.headers.connection)
    await once(answer.resume(), 'end')
  }
  expect(kept.indexOf('close')).toBe(99)
  expect(kept.filter((connection) => connection === 'close')).toHaveLength(1)
  agent.destroy()

  // Pipelined, seven at a time, as some clients do: each gets an answer of the shop, and none one of Node's.
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  const closed = once(socket, 'close')
  let heard = ''
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text
  })
  const answers = () => heard.match(/HTTP\/1\.1 \d+/g) ?? []
  for (let sent = 0; sent < 105; sent += 7) {
    // Cached responses bypass the code that builds a response.
    socket.write('GET /api/brands HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(7))
    await expect.poll(() => answers().length, PATIENCE).toBeGreaterThanOrEqual(Math.min(100, sent + 7))
  }
  await closed
  expect(answers()).toEqual(Array(100).fill('HTTP/1.1 200'))
  await shop.stop()
})

it('the shop goes on with one worker while no other can start, and exits with the last one', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), WORKERS: '2' }
  const shop = await startShop({ env, preload: new URL('./start-no-process.ts', import.meta.url) })
  await expect.poll(() => workersOf(shop), PATIENCE).toHaveLength(2)
  await shop.say({ execPath: '/no/such/program' })
  process.kill(workersOf(shop)[0] ?? 0, 'SIGKILL')
  await expect.poll(() => shop.log(), PATIENCE).toContain('ENOENT')
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)

  await shop.say({ execPath: process.execPath })
  await expect.poll(() => workersOf(shop), PATIENCE).toHaveLength(3)
  await shop.say({ execPath: '/no/such/program' })
  onTestFinished(() => shop.kill())
  for (const pid of workersOf(shop).slice(1)) process.kill(pid, 'SIGKILL')
  expect(await shop.ended).toEqual({ code: 1, signal: null })
})

it('a worker that hangs, even in its start, is killed, and replaced unless the shop is stopping', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), WORKERS: '3' }
  const shop = await startShop({ env, preload: new URL('./hang-in-start.ts', import.meta.url) })
  await expect.poll(() => workersOf(shop), PATIENCE).toHaveLength(3)
  const hung = () =>
    [...shop.log().matchAll(/"event":"worker-hung","pid":(\d+)/g)].map(([, pid]) => Number(pid))
  const hanging = () => Number(/hangs in its start: (\d+)/.exec(shop.log())?.[1] ?? 0)
  const [ended = 0, first = 0, second = 0] = workersOf(shop)
  onTestFinished(() => {
    for (const pid of [first, second, hanging()].filter(isRunning)) process.kill(pid, 'SIGKILL')
    shop.kill()
  })
  // It does not also wait for a worker that has ended; its successor hangs before it serves.
  process.kill(ended, 'SIGKILL')
  await expect.poll(hanging, PATIENCE).toBeGreaterThan(0)
  process.kill(first, 'SIGSTOP')
  await expect.poll(() => workersOf(shop), PATIENCE).toHaveLength(5)
  expect(new Set(hung())).toEqual(new Set([first, hanging()]))

  process.kill(second, 'SIGSTOP')
  shop.tell('SIGTERM')
  expect(await shop.ended).toEqual({ code: 1, signal: null })
  expect(hung().slice(2)).toEqual([second])
  expect(workersOf(shop).filter(isRunning)).toEqual([])
})

it('all workers are replaced when all are killed, and a kill during the stop makes it exit with 1', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), WORKERS: '2' }
  const shop = await startShop({ env })
  onTestFinished(() => shop.kill())
  await expect.poll(() => workersOf(shop), PATIENCE).toHaveLength(2)
  for (const pid of workersOf(shop)) process.kill(pid, 'SIGKILL')
  await expect.poll(() => workersOf(shop), PATIENCE).toHaveLength(4)
  const [held = 0, other = 0] = workersOf(shop).slice(2)
  process.kill(held, 'SIGSTOP')
  shop.tell('SIGTERM')
  await expect.poll(() => isRunning(other), PATIENCE).toBe(false)
  process.kill(held, 'SIGKILL')
  expect(await shop.ended).toEqual({ code: 1, signal: null })
  expect(shop.log()).toContain('did not stop cleanly: a worker did not finish')
  expect(shop.log()).not.toContain('worker-hung')
})

it('the shop exits with one error line when its first worker cannot open the database', async () => {
  const url = new URL(database.url)
  url.pathname = '/no_such_database'
  const env = { DATABASE_URL: url.href, DATA_DIR: temporaryFolder(), WORKERS: '2' }
  const { message } = (await startShop({ env }).catch((error: Error) => error)) as Error
  expect(message.match(/cannot start: .*no_such_database.* does not exist/g)).toHaveLength(1)
  expect(message).not.toContain('worker-open')
})
