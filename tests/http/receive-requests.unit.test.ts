import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createHttpServer } from '#server/http/http-server.ts'
import { receiveRequests } from '#server/http/receive-requests.ts'
import { limitRequestsPerConnection } from '#server/http/requests-per-connection.ts'

type Served = { url: string | undefined; bytes: number | undefined }

const server = createHttpServer({ https: false })
let served: (one: Served) => void
beforeAll(async () => {
  receiveRequests(server, {
    https: false,
    serve(request: IncomingMessage & { rawBody?: Buffer }, response) {
      served({ url: request.url, bytes: request.rawBody?.length })
      response.end()
    },
    sendPublic: ({ url }, response) => url === '/ready' && Boolean(response.end('ready')),
    sendRefusal: ({ url }, response) => url === '/refused' && Boolean(response.end('refused')),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const PICTURE = 2_000_000

it.each(['/api/images', '/api/%69mages', '/api/x/../images', 'http://localhost/api/images'])(
  'an uploaded picture is received before it is handled, with the target written as %s',
  async (target) => {
    const arrived = new Promise<Served>((done) => {
      served = done
    })
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const head = `POST ${target}?purpose=avatar HTTP/1.1\r\nHost: a\r\nUpload-Ticket: x`
    socket.write(`${head}\r\nContent-Length: ${PICTURE}\r\n\r\n`)
    socket.write(Buffer.alloc(PICTURE))
    expect(await arrived).toEqual({ url: '/api/images?purpose=avatar', bytes: PICTURE })
    socket.destroy()
  },
)

it('an upload without token or ticket is handled unread, since it will be refused', async () => {
  const arrived = new Promise<Served>((done) => {
    served = done
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  // None of the body is sent: a server that waited for it would never handle the request.
  socket.write(`POST /api/images HTTP/1.1\r\nHost: a\r\nContent-Length: ${PICTURE}\r\n\r\n`)
  expect(await arrived).toEqual({ url: '/api/images', bytes: undefined })
  socket.destroy()
})

it.each(['/api/images', '/refused'])(
  'the connection of an unread body that is never sent (%s) is closed after the response',
  async (path) => {
    served = () => {}
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${PICTURE}\r\n\r\n`)
    await once(socket, 'close')
  },
  20_000,
)

it('a chunked body is received before its request is handled', async () => {
  const arrived = new Promise<Served>((done) => {
    served = done
  })
  const asked = once(server, 'request')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('POST /api/contact HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n')
  await asked
  socket.write('6\r\n world\r\n0\r\n\r\n')
  expect(await arrived).toEqual({ url: '/api/contact', bytes: 11 })
})

it('a public response is sent directly only when no request body follows', async () => {
  const arrived = new Promise<Served>((done) => {
    served = done
  })
  const ask = async (headers: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /ready HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
    return String((await once(socket, 'data'))[0])
  }
  expect(await ask('')).toMatch(/ready$/)
  expect(await ask('Content-Length: 1000\r\n')).not.toMatch(/ready$/)
  expect(await arrived).toMatchObject({ url: '/ready' })
})

it('a request whose client disconnects mid-body is not handled', async () => {
  const urls: (string | undefined)[] = []
  const ended = new Promise<void>((done) => {
    served = ({ url }) => {
      urls.push(url)
      if (url === '/terms') done()
    }
  })
  const asked = once(server, 'request')
  const leaving = connect((server.address() as AddressInfo).port, '127.0.0.1')
  leaving.write('POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')
  const [request] = await asked
  leaving.destroy()
  await new Promise((done) => request.once('close', done))
  const staying = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void staying.destroy())
  // Requests are admitted in order, so the other one would have come first.
  staying.write('GET /terms HTTP/1.1\r\nHost: a\r\n\r\n')
  await ended
  expect(urls).toEqual(['/terms'])
})

it('a body that does not arrive in time gets 408', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = once(server, 'request')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')
  await asked
  vi.advanceTimersByTime(20_000)
  const [data] = await once(socket, 'data')
  expect(String(data)).toMatch(/^HTTP\/1\.1 408 /)
  socket.destroy()
})

it('chunks in HTTP/1.0 are refused, and close the connection', async () => {
  const urls: (string | undefined)[] = []
  served = ({ url }) => urls.push(url)
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const head = 'POST /api/contact HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked'
  socket.write(`${head}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  expect(urls).toEqual([])
})

it('a connection with more than eight pipelined requests is closed', async () => {
  let began = 0
  served = () => {
    began += 1
  }
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const closed = once(socket, 'close')
  // Responses sent by then may or may not arrive.
  socket.on('error', () => {}).resume()
  socket.write('GET /terms HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000))
  await closed
  expect(began).toBeLessThanOrEqual(8)
})

it('many sequential requests are served on one connection', async () => {
  served = () => {}
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  for (let count = 0; count < 20; count++) {
    socket.write('GET /terms HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
  }
})

it('requests pipelined behind the last one allowed on a connection are not handled', async () => {
  const isTooMany = limitRequestsPerConnection(2)
  const done: (string | undefined)[] = []
  const worker = createServer((request, response) => {
    if (isTooMany(request, response)) return
    done.push(request.url)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(worker, 'listening')
  onTestFinished(() => void worker.close())
  const socket = connect((worker.address() as AddressInfo).port, '127.0.0.1')
  socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  const heads = (await text(socket)).split('HTTP/1.1 200 OK').slice(1)
  expect(heads.map((head) => /^connection: (.*)$/im.exec(head)?.[1])).toEqual(['keep-alive', 'close'])
  expect(done).toEqual(['/1', '/2'])
})
