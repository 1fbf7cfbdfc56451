import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { limitConnections } from '#server/http/connections.ts'
import { createHttpServer } from '#server/http/http-server.ts'

/** One that ends no connection of its own accord. */
const server = createServer({ keepAliveTimeout: 0 })
beforeAll(async () => {
  limitConnections(server, 3)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  await once(server, 'connection')
  return socket
}
const ended = (socket: Socket) => once(socket.resume(), 'close')

test('an excess connection closes the one idle for longest, but not one being served', async () => {
  const answering = await open()
  answering.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const half = await open()
  half.write('GET / HTTP/1.1\r\nHost:')
  const silent = await open()

  const gone = ended(half)
  const fourth = await open()
  await gone
  const goneToo = ended(silent)
  const fifth = await open()
  await goneToo

  response.end('served')
  const [data] = await once(answering, 'data')
  expect(String(data)).toContain('served')
  for (const socket of [answering, fourth, fifth]) {
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  }
})

test('a connection that is still sending its body counts as idle', async () => {
  const sending = await open()
  sending.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')
  await once(server, 'request')
  const others = [await open(), await open()]
  const gone = ended(sending)
  others.push(await open())
  await gone
  for (const socket of others) socket.destroy()
})

test('a connection that has its response counts as idle again', async () => {
  const served = await open()
  served.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  response.end('served')
  await once(served, 'data')
  const others = [await open(), await open()]
  const gone = ended(served)
  others.push(await open())
  await gone
  for (const socket of others) socket.destroy()
})

test('a recently served connection is closed after a newer one that has sent nothing', async () => {
  const served = await open()
  const silent = await open()
  served.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  response.end('served')
  await once(served, 'data')
  const gone = ended(silent)
  const others = [await open(), await open()]
  await gone
  for (const socket of [served, ...others]) {
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  }
})

test('too many unread responses close the connection with the most, including queued ones', async () => {
  const MEGABYTE = 1024 * 1024
  const narrow = createServer((_request, response) => response.end(Buffer.alloc(24 * MEGABYTE)))
  limitConnections(narrow, 10, 60 * MEGABYTE)
  await new Promise<void>((done) => narrow.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    narrow.closeAllConnections()
    narrow.close()
  })
  const ask = (times: number) => {
    const socket = connect((narrow.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
    return socket
  }
  const one = ask(1)
  const [, its] = (await once(narrow, 'request')) as [unknown, ServerResponse]
  const many = ask(3)
  const [request] = (await once(narrow, 'request')) as [IncomingMessage]
  await once(request.socket, 'close')
  expect(its.destroyed).toBe(false)
  one.resume()
  await once(its, 'finish')
  for (const socket of [one, many]) socket.destroy()
})

describe('a response', () => {
  /** A request of half a body, on a server as the shop's, whose time goes on when the test says so. */
  async function begin() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const patient = createHttpServer({ https: false })
    await once(patient.listen(0, '127.0.0.1'), 'listening')
    const socket = connect((patient.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => {
      socket.destroy()
      patient.close()
      vi.useRealTimers()
    })
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')
    const [request, response] = (await once(patient, 'request')) as [IncomingMessage, ServerResponse]
    const sendRest = async () => {
      socket.write(' body')
      await once(request.resume(), 'end')
    }
    return { patient, socket, response, sendRest }
  }

  test('has its timeout counted from the end of the request body', async () => {
    const { socket, response, sendRest } = await begin()
    vi.advanceTimersByTime(145_000)
    await sendRest()
    vi.advanceTimersByTime(55_000)
    response.end('served')
    const [data] = await once(socket, 'data')
    expect(String(data)).toContain('served')
  })

  test('has its own timeout, independent of earlier ones on its connection', async () => {
    const { patient, socket, response, sendRest } = await begin()
    await sendRest()
    vi.advanceTimersByTime(115_000)
    response.end('served')
    await once(socket, 'data')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [, next] = (await once(patient, 'request')) as [IncomingMessage, ServerResponse]
    vi.advanceTimersByTime(115_000)
    next.end('served too')
    const [data] = await once(socket, 'data')
    expect(String(data)).toContain('served too')
  })

  test('that is not read to its end within two minutes is closed with its connection', async () => {
    const { socket, response, sendRest } = await begin()
    vi.advanceTimersByTime(10_000)
    await sendRest()
    response.write('half')
    const [data] = await once(socket, 'data')
    expect(String(data)).toContain('half')
    vi.advanceTimersByTime(120_000)
    expect(response.destroyed).toBe(false)
    const gone = ended(socket)
    vi.advanceTimersByTime(10_000)
    await gone
  })
})
