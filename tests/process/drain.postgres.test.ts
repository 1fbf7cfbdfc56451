import { once } from 'node:events'
import { Agent, request as ask, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { prepareEnd } from '#server/http/end-server.ts'
import { plain } from '#tests/images/files.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { withPictureFolder } from '#tests/support/picture-files.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { book, laptopsOf, signIn } from './demo-buyer.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())
const settings = () => ({ DATA_DIR: withPictureFolder(temporaryFolder()), DATABASE_URL: database.url })
const preload = new URL('./patient-end.ts', import.meta.url)

/** Sends a request up to the middle of its body; the server waits until `finish` sends the rest. */
async function begin({ url }: Pick<Shop, 'url'>, path: string, type: string, body: string, more = '') {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const half = Math.floor(body.length / 2)
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: ${type}\r\n${more}content-length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, half), 'latin1')
  const answered = text(socket)
  return {
    finish: () => void socket.write(body.slice(half), 'latin1'),
    status: answered.then((answer) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), String),
  }
}

const ready = ({ url }: Shop) =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status,
    () => 'refused',
  )

it.each(['SIGTERM', 'SIGHUP'] as const)(
  'a first and a second %s let requests in progress finish and refuse new ones',
  async (signal) => {
    const shop = await startShop({ env: { ...settings(), DEMO: '0' }, preload })
    const ticket = await (await fetch(`${shop.url}/api/image-tickets`, { method: 'POST' })).json()
    const ada = { name: 'Ada', email: `${signal.toLowerCase()}@example.com` }
    const person = { ...ada, password: PASSWORD }
    const letter = { ...ada, subject: 'Hello', message: 'Hello there.' }
    const picture = (await plain('png', 400, 300)).toString('latin1')
    const boundary = 'form'.padEnd(30, '0')
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${picture}\r\n--${boundary}--\r\n`
    const underWay = await Promise.all([
      begin(shop, '/auth/sign-up/email', 'application/json', JSON.stringify(person)),
      begin(shop, '/api/contact', 'application/json', JSON.stringify(letter)),
      begin(
        shop,
        '/api/images?purpose=avatar',
        `multipart/form-data; boundary=${boundary}`,
        file,
        `upload-ticket: ${ticket.ticket}\r\n`,
      ),
    ])
    // It has read what was sent before, since it answers a later request.
    expect(await ready(shop)).toBe(200)
    const began = performance.now()
    shop.tell(signal)
    await expect.poll(() => ready(shop)).toBe('refused')
    // Not before the second in which clients can notice.
    expect(performance.now() - began).toBeGreaterThan(900)
    shop.tell(signal)
    for (const { finish } of underWay) finish()
    expect(await Promise.all(underWay.map(({ status }) => status))).toEqual([200, 201, 201])
    await shop.stop()
  },
)

/**
 * Makes one request after the other on a kept-alive connection, until the answer changes; `last` resolves with that.
 * Resolves once the first has been answered.
 */
async function askOn({ url }: Shop, method: 'GET' | 'POST', path: string, usual: RegExp) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const askOnce = () =>
    new Promise<string>((done) => {
      const headers = { 'content-type': 'application/json' }
      const request = ask(`${url}${path}`, { method, agent, headers }, (answer) =>
        answer.resume().once('end', () => done(`${answer.statusCode} ${answer.headers.connection}`)),
      )
      request.once('error', (error: NodeJS.ErrnoException) => done(String(error.code)))
      request.end(method === 'POST' ? '{}' : undefined)
    })
  let heard = await askOnce()
  const goOn = async () => {
    for (let n = 0; n < 100_000 && usual.test(heard); n++) heard = await askOnce()
    agent.destroy()
    return heard
  }
  return { last: goOn() }
}

it('draining fails no request on keep-alive connections; /readyz responds 503 before the end', async () => {
  const shop = await startShop({ env: { ...settings(), DEMO: '0' }, preload })
  const clients = await Promise.all(
    Array.from({ length: 20 }, () => askOn(shop, 'POST', '/api/booking', /^400 keep-alive$/)),
  )
  // Its last request before is answered 200, too; then the connection is closed.
  const watcher = await askOn(shop, 'GET', '/readyz', /^200 /)
  await shop.say({ hold: true })
  shop.tell('SIGTERM')
  expect(await watcher.last).toBe('503 close')
  const ends = await Promise.all(clients.map(({ last }) => last))
  expect(ends).toEqual(ends.map(() => '400 close'))
  await shop.say({ hold: false })
  await shop.stop()
})

it('the server ends at once when no client is connected or sent a request recently', async () => {
  const server = createServer()
  const endServer = prepareEnd(server, { lastCallsMs: 3_600_000 })
  await once(server.listen(0), 'listening')
  await endServer()
})

it.each(['is connected', 'sent a request recently'])(
  'the server accepts requests for a while when a client %s',
  async (who) => {
    const server = createServer((_request, response) => response.end())
    const endServer = prepareEnd(server, { lastCallsMs: 3_600_000 })
    await once(server.listen(0), 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect(port)
    const [taken] = await once(server, 'connection')
    if (who === 'sent a request recently') {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      await once(taken, 'close')
    }
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const ended = endServer()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.listening).toBe(true)
    socket.destroy()
    await vi.advanceTimersByTimeAsync(3_600_000)
    await ended
  },
)

it('the server accepts requests for a second and cuts off unfinished ones after six', async () => {
  const server = createServer((request, response) => request.resume().once('end', () => response.end()))
  const endServer = prepareEnd(server)
  await once(server.listen(0), 'listening')
  const asked = once(server, 'request')
  const { port } = server.address() as AddressInfo
  const { status } = await begin({ url: `http://localhost:${port}` }, '/', 'text/plain', 'Hello there.')
  await asked
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const cutOff = vi.spyOn(server, 'closeAllConnections')
  const ended = endServer()
  await vi.advanceTimersByTimeAsync(999)
  expect(server.listening).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.listening).toBe(false)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(cutOff).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await ended
  expect(await status).toBeNaN()
})

it('the shop exits with code 0 after it cut off a request that never ends', async () => {
  const shop = await startShop({ env: { ...settings(), DEMO: '0' } })
  const person = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  const { status } = await begin(shop, '/auth/sign-up/email', 'application/json', JSON.stringify(person))
  expect(await ready(shop)).toBe(200)
  shop.tell('SIGTERM')
  expect(await shop.ended).toEqual({ code: 0, signal: null })
  expect(await status).not.toBe(200)
  await shop.stop()
})

it('an acknowledged order survives a kill while the shop drains', async () => {
  const env = settings()
  const first = await startShop({ env, preload })
  const token = await signIn(first)
  const [laptop] = await laptopsOf(first)
  const never = await begin(first, '/api/contact', 'application/json', '{"name":"Ada"}')
  const id = await book(first, token, laptop?._id ?? '')
  first.tell('SIGTERM')
  await expect.poll(() => ready(first)).toBe('refused')
  first.kill()
  expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' })
  await never.status
  const second = await startShop({ env })
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${second.url}/api/booking/${id}`, { headers })).status).toBe(200)
  await second.stop()
})
