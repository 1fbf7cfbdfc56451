import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from '#server/http/http-server.ts'

const timeouts = {
  headersTimeout: 500,
  requestTimeout: 800,
  keepAliveTimeout: 300,
  connectionsCheckingInterval: 20,
  silence: 60_000,
}
const server = createHttpServer({ https: false, timeouts })
/** For requests that are complete: a busy machine may be slow to read them. */
const patient = createHttpServer({
  https: false,
  timeouts: { ...timeouts, headersTimeout: 60_000, requestTimeout: 60_000 },
})
beforeAll(async () => {
  for (const each of [server, patient]) {
    each.on('request', (request, response) => {
      if (request.url === '/half') {
        response.write('half')
        setTimeout(() => response.end(' and half'), 50)
      } else if (request.url === '/late') setTimeout(() => response.end('served late'), 50)
      else if (request.readableEnded) response.end('served at once')
      else request.on('end', () => response.end('served')).resume()
    })
    await new Promise<void>((done) => each.listen(0, '127.0.0.1', done))
  }
})
afterAll(() => {
  for (const each of [server, patient]) {
    each.closeAllConnections()
    each.close()
  }
})

/** Sends the parts, and returns everything received until the server closed the connection. */
async function hear(server: Server, ...parts: string[]): Promise<string> {
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return text
}

test.each([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: a\r\nX: '],
  ['half a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf'],
])('a client that sends %s and then stalls gets 408, and its connection is closed', async (_what, part) => {
  const text = await hear(server, part)
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
  expect(text).toContain('content-type: application/problem+json')
  expect(text).toContain('"code":"too-slow"')
  expect(text).toContain('x-content-type-options: nosniff')
})

test('a request without a body is complete at once, and an idle connection is closed', async () => {
  expect(await hear(patient, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200 .*served at once$/s,
  )
})

test('a request with a body is complete once its body has arrived', async () => {
  const parts = ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf', ' body']
  expect(await hear(patient, ...parts)).toMatch(/^HTTP\/1\.1 200 .*served$/s)
})

test.each([
  ['has begun', '/half', ' and half'],
  ['is still due', '/late', 'served late'],
])(
  'a response that %s is neither replaced nor cut off by what cannot be read after its request',
  async (_is, path, end) => {
    const whole = `GET ${path} HTTP/1.1\r\nHost: a\r\n`
    for (const parts of [
      [`${whole}\r\n`, 'no request\r\n\r\n', 'nor this'],
      [`${whole}\r\nno request\r\n\r\n`],
      [`${whole}Connection: close\r\n\r\n${whole}\r\n`],
    ]) {
      const text = await hear(patient, ...parts)
      expect(text).toMatch(/^HTTP\/1\.1 200 /)
      expect(text).toContain(end)
      expect(text).not.toContain('400')
    }
  },
)

test('a response that has begun is not followed by another when the rest of its request cannot be read', async () => {
  const head = 'POST /half HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await hear(patient, head, 'no chunk\r\n')).not.toContain('400')
})

/** A connection to a server with long timeouts except for `less`, whose client sends `text`. */
async function taken(text: string, less: Partial<typeof timeouts>) {
  const long = { headersTimeout: 60_000, requestTimeout: 60_000, keepAliveTimeout: 60_000, silence: 60_000 }
  const own = createHttpServer({ https: false, timeouts: { ...timeouts, ...long, ...less } })
  own.on('request', (_request, response) => response.end(Buffer.alloc(50_000_000)))
  own.listen(0, '127.0.0.1')
  await once(own, 'listening')
  const { port } = own.address() as AddressInfo
  const connected = once(own, 'connection')
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
    own.close()
  })
  socket.write(text)
  const [connection] = (await connected) as [Socket]
  return { socket, closed: once(connection, 'close') }
}

test('a refused connection is closed even when the client keeps its end open', async () => {
  const { socket, closed } = await taken('no request\r\n\r\n', {})
  socket.resume()
  await closed
}, 20_000)

test('the connection of a client that does not read its response is closed', async () => {
  const { socket, closed } = await taken('GET / HTTP/1.1\r\nHost: a\r\n\r\n', { silence: 200 })
  socket.pause()
  await closed
}, 20_000)
