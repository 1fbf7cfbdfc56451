import { connect, type Socket } from 'node:net'
import { readAnswers } from './read-answers.ts'
import { reply } from './reply.ts'
import { quantile } from './statistics.ts'

/** One request, as it is sent. */
export type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/** Many connections, each of which sends the next request as soon as the last is answered. */
export type Drive = {
  port: number
  connections: number
  /** No request starts after this. */
  milliseconds: number
  /** Sent in turn, over and over; with `once`, each is sent one time. */
  asks: Ask[]
  once?: boolean
  /** The status of a correct answer. */
  status: number
  /** Before each request a connection waits about this long, as readers do; and it has an address of its own. */
  thinkMs?: number
}

/** Latencies are in milliseconds. `wrong`: answers with another status, and connections that ended. */
export type Driven = {
  requests: number
  seconds: number
  p50: number
  p99: number
  wrong: number
  firstWrong?: string
}

reply(drive)

/*
 * Written on bare sockets, because the load generator must cost less than the server: with 16 connections a request
 * costs this about 40 µs of a processor, autocannon about 180, and a bare Node server 50 to 80.
 */
async function drive({
  port,
  connections,
  milliseconds,
  asks,
  once,
  status,
  thinkMs,
}: Drive): Promise<Driven> {
  const shared = asks.map((ask) => toBytes(ask, port))
  const latencies: number[] = []
  let wrong = 0
  let firstWrong: string | undefined
  let next = 0
  const began = performance.now()
  const ends = began + milliseconds

  function run(socket: Socket, visitor: number): Promise<void> {
    const own = thinkMs && { 'x-forwarded-for': `10.1.${visitor >> 8}.${visitor & 255}` }
    const requests = own ? asks.map((ask) => toBytes(withHeaders(ask, own), port)) : shared
    return new Promise((done) => {
      let mine = 0
      let sent = 0
      let isFinished = false
      const finish = () => {
        isFinished = true
        socket.destroy()
      }
      const think = () => {
        if (!thinkMs) return send()
        const pause = thinkMs * (0.5 + Math.random())
        if (performance.now() + pause >= ends) finish()
        else setTimeout(send, pause)
      }
      const send = () => {
        if (performance.now() >= ends || (once && next >= requests.length)) return finish()
        mine = next++ % requests.length
        sent = performance.now()
        socket.write(requests[mine]!)
      }
      const fail = (what: string) => {
        wrong++
        firstWrong ??= `${asks[mine]?.path}: ${what}`
      }
      readAnswers(socket, (answer) => {
        latencies.push(performance.now() - sent)
        if (answer.status !== status) fail(`${answer.status} ${answer.body.slice(0, 300)}`)
        think()
      })
      socket.once('error', ({ message }) => fail(message))
      socket.once('close', (hadError) => {
        if (!isFinished && !hadError) fail('the connection ended')
        done()
      })
      socket.once('connect', think)
    })
  }

  await Promise.all(
    Array.from({ length: connections }, (_, visitor) =>
      run(connect({ port, host: '127.0.0.1', noDelay: true }), visitor),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    wrong,
    ...(firstWrong && { firstWrong }),
  }
}

const withHeaders = (ask: Ask, more: Record<string, string>): Ask => ({
  ...ask,
  headers: { ...ask.headers, ...more },
})

function toBytes({ path, method = 'GET', headers = {}, body = '' }: Ask, port: number): Buffer {
  const all = {
    host: `localhost:${port}`,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
