import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { TIMEOUTS } from '#server/http/http-server.ts'
import {
  type Arrival,
  createBodyReader,
  leaveBody,
  OF_CALLS,
  OF_PICTURES,
} from '#server/http/request-body.ts'
import { limitRequestsPerConnection } from '#server/http/requests-per-connection.ts'
import { collectGarbage } from '#tests/support/collect-garbage.ts'

type Received = { request: IncomingMessage & { rawBody?: Buffer }; arrival: Arrival }
const LIMITS = { most: 100, mostArriving: 250, timeoutMs: 1_000 }

const server = createServer()
let received: ((one: Received) => void)[] = []
beforeAll(async () => {
  const readBody = createBodyReader(LIMITS)
  server.on('request', async (request, response) => {
    const arrival = await readBody(request)
    received.shift()?.({ request, arrival })
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a request's head and the beginning of its body; returns what became of it, and its connection. */
function begin(head: string, body = '') {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const arrived = new Promise<Received>((done) => received.push(done))
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${body}`)
  return { socket, arrived }
}

test('a body that arrives in pieces is complete at its end', async () => {
  const { socket, arrived } = begin('Content-Length: 11', 'hello ')
  await once(server, 'request')
  socket.write('world')
  const { request, arrival } = await arrived
  expect(arrival).toBe('whole')
  expect(String(request.rawBody)).toBe('hello world')
})

test('a body that does not arrive completely in time is too slow', async () => {
  const began = performance.now()
  expect((await begin('Content-Length: 11', 'hello').arrived).arrival).toBe('too slow')
  expect(performance.now() - began).toBeGreaterThanOrEqual(LIMITS.timeoutMs - 1)
})

test.each([
  ['call', OF_CALLS],
  ['picture', OF_PICTURES],
])(
  'the longest body of a %s arrives in time at 0.5 Mbit/s, even after slow headers',
  (_, { most, timeoutMs }) => {
    expect(timeoutMs).toBeGreaterThan((most * 8) / 500)
    expect(TIMEOUTS.requestTimeout).toBeGreaterThanOrEqual(TIMEOUTS.headersTimeout + timeoutMs)
  },
)

test('a body whose client disconnects midway is reported as gone', async () => {
  const { socket, arrived } = begin('Content-Length: 11', 'hello')
  await once(server, 'request')
  socket.destroy()
  expect((await arrived).arrival).toBe('gone')
})

test('a body with a too large Content-Length is not read, and its response is delayed', async () => {
  const began = performance.now()
  const { request, arrival } = await begin('Content-Length: 101', 'x'.repeat(101)).arrived
  expect(performance.now() - began).toBeGreaterThanOrEqual(99)
  expect(arrival).toBe('whole')
  expect(request.rawBody).toBeUndefined()
  expect(request.readableDidRead).toBe(false)
})

test('a body without Content-Length is not read beyond the limit', async () => {
  const chunk = `40\r\n${'x'.repeat(64)}\r\n`
  const { request, arrival } = await begin('Transfer-Encoding: chunked', chunk.repeat(3)).arrived
  expect(arrival).toBe('whole')
  expect(request.rawBody?.length).toBeGreaterThan(LIMITS.most)
  expect(request.readableEnded).toBe(false)
})

test('when too much arrives at once, the slowest body is dropped for the others', async () => {
  received = []
  const first = begin('Content-Length: 100', 'x'.repeat(90))
  await once(server, 'request')
  const others = [1, 2].map(() => begin('Content-Length: 100', 'x'.repeat(90)))
  expect((await first.arrived).arrival).toBe('gone')
  for (const { socket } of others) socket.write('x'.repeat(10))
  const arrivals = await Promise.all(others.map(({ arrived }) => arrived))
  expect(arrivals.map(({ arrival }) => arrival)).toEqual(['whole', 'whole'])
})

test('each complete body frees exactly the space that it took', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (let count = 0; count < 5; count++) {
    const { request } = await begin('Content-Length: 100', 'x'.repeat(100)).arrived
    if (!request.closed) await once(request, 'close')
  }
  vi.advanceTimersByTime(LIMITS.timeoutMs)
  const first = begin('Content-Length: 100', 'x'.repeat(90))
  await once(server, 'request')
  const others = [1, 2].map(() => begin('Content-Length: 100', 'x'.repeat(90)))
  expect((await first.arrived).arrival).toBe('gone')
  for (const { socket } of others) socket.destroy()
})

test.each([
  ['at once', async () => {}],
  ['because of its length', createBodyReader(LIMITS)],
])(
  'an unread body refused %s is received at the shared rate, then its connection is closed',
  async (_, read) => {
    const refusing = createServer(async (request, response) => {
      await read(request)
      leaveBody(request, response)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const socket = connect((refusing.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    const [taken] = await Promise.all([once(refusing, 'connection'), once(socket, 'connect')])
    const began = performance.now()
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 120000000\r\n\r\n')
    socket.write(Buffer.alloc(120_000_000))
    await new Promise((done) => socket.once('close', done))
    const seconds = (performance.now() - began) / 1000
    expect(seconds).toBeGreaterThan(2)
    expect(taken[0].bytesRead / 1024 / 1024).toBeLessThan(25 * seconds + 2)
    refusing.close()
  },
)

/** A head, and chunks of one byte. */
const crumbs = (count: number) =>
  `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(count)}`

/** A server that does this with each request, and a connection to it. */
async function serving(listener: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const own = createServer(listener).listen(0, '127.0.0.1')
  await once(own, 'listening')
  onTestFinished(() => {
    own.closeAllConnections()
    own.close()
  })
  const { port } = own.address() as AddressInfo
  return (how = {}): Socket => connect({ port, host: '127.0.0.1', ...how }).on('error', () => {})
}

test('a body that comes in thousands of chunks of one byte is broken off', async () => {
  const read = createBodyReader(OF_CALLS)
  const { promise, resolve } = Promise.withResolvers<Arrival>()
  const open = await serving(async (request) => resolve(await read(request)))
  open().write(crumbs(5_000))
  expect(await promise).toBe('gone')
})

test('a body in small pieces takes no more memory than its bytes', async () => {
  const read = createBodyReader(OF_CALLS)
  const requests: IncomingMessage[] = []
  const bodies: Promise<Arrival>[] = []
  const open = await serving((request) => {
    requests.push(request)
    bodies.push(read(request))
  })
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 1024
  }
  const before = heap()
  const clients = Array.from({ length: 100 }, () => open())
  for (const client of clients) client.write(crumbs(900))
  const sent = crumbs(900).length
  await vi.waitFor(
    () => expect(requests.filter(({ socket }) => socket.bytesRead === sent)).toHaveLength(100),
    10_000,
  )
  // Each connection takes a few kilobytes; its 900 pieces, kept one by one, would take a hundred.
  expect((heap() - before) / 100).toBeLessThan(50)
  for (const client of clients) client.destroy()
  await Promise.all(bodies)
})

test('of a body that nobody reads, nothing is kept while its response is made', async () => {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  const open = await serving((request, response) => {
    leaveBody(request, response)
    resolve(request)
  })
  const client = open()
  client.write(crumbs(100_000))
  const request = await promise
  let before: number
  await vi.waitFor(() => {
    const seen = before
    before = request.socket.bytesRead
    expect(before).toBe(seen)
  }, 10_000)
  expect(request.readableLength).toBe(0)
  // Nor is more read than had come: it waits with the client.
  expect(request.socket.bytesRead).toBeLessThan(200_000)
})

test.each([
  ['nobody read', async () => {}, async () => {}],
  ['nobody read while its response was made', async () => {}, () => pause(20)],
  ['was read', createBodyReader(LIMITS), async () => {}],
])('after a body that %s, the connection serves the next request', async (_, read, respond) => {
  const open = await serving(async (request, response) => {
    await read(request)
    leaveBody(request, response)
    await respond()
    response.end(request.method)
  })
  const client = open().setEncoding('utf8')
  let heard = ''
  client.on('data', (text) => {
    heard += text
  })
  for (const method of ['PUT', 'POST', 'DELETE']) {
    client.write(`${method} / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
    await vi.waitFor(() => expect(heard).toContain(method), 10_000)
  }
})

test('the response to a long body that nobody reads announces the end of the connection, which comes later', async () => {
  const methods: string[] = []
  const taken = Promise.withResolvers<Socket>()
  const isIgnored = limitRequestsPerConnection()
  const open = await serving((request, response) => {
    if (isIgnored(request, response)) return
    taken.resolve(request.socket)
    methods.push(request.method ?? '')
    leaveBody(request, response)
    response.end()
  })
  const client = open({ allowHalfOpen: true }).setEncoding('utf8')
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n')
  const [heard] = await once(client, 'data')
  expect(heard).toMatch(/^connection: close\r$/im)
  await once(client, 'end')
  const socket = await taken.promise
  expect(socket.destroyed).toBe(false)
  // The rest of the body meets no reset; what is asked for after it is not done.
  const closed = once(socket, 'close')
  client.write(`${'x'.repeat(1_000_000)}DELETE / HTTP/1.1\r\nHost: a\r\n\r\n`)
  await closed
  expect(socket.bytesRead).toBeGreaterThan(1_000_000)
  expect(methods).toEqual(['POST'])
})
