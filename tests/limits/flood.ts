import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PASSWORD } from '#tests/support/people.ts'

/*
 * A hostile client, in a thread of its own so that it delays nobody but the shop. It does one thing as fast as
 * it can until it is told to stop, and then reports its responses.
 */

export type FloodKind = keyof typeof KINDS
export type Flood = { kind: FloodKind; url: string; token: string }
/** The number of responses by status and, for a problem, its code. */
export type Tally = Record<string, number>

const { kind, url, token } = workerData as Flood
const { hostname, port } = new URL(url)
const agent = new Agent({ keepAlive: true })
const tally: Tally = {}
let begun = false
let stopped = false
let n = 0

/** Reports that the flood has begun: there was a response, or all connections that get none are open. */
function begin(): void {
  if (!begun) parentPort?.postMessage('begun')
  begun = true
}

function note(what: string): void {
  tally[what] = (tally[what] ?? 0) + 1
  begin()
}

const JSON_TYPE = { 'content-type': 'application/json' }
const NINE_MEGABYTES = Buffer.alloc(9 * 1024 * 1024, 'x')
const FORM = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` }
const NO_PICTURE = Buffer.concat([
  Buffer.from('--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'),
  Buffer.alloc(4 * 1024 * 1024, 'x'),
  Buffer.from('\r\n--b--\r\n'),
])
const UPLOAD = { 'content-type': 'multipart/form-data; boundary=b', 'upload-ticket': 'none' }
const EIGHT_MEGABYTES = Buffer.alloc(8 * 1024 * 1024, 'x')
const POST = 'POST'

const KINDS = {
  'wrong passwords': () =>
    many(24, () => {
      const body = JSON.stringify({ email: `nobody-${++n}@example.com`, password: 'a wrong one' })
      return ask(POST, '/auth/sign-in/email', JSON_TYPE, Buffer.from(body))
    }),
  'new accounts': () =>
    many(24, () => {
      const email = `somebody-${++n}@example.com`
      const body = JSON.stringify({ name: 'Somebody', email, password: PASSWORD })
      return ask(POST, '/auth/sign-up/email', JSON_TYPE, Buffer.from(body))
    }),
  'pictures of 9 MB': () => many(8, () => ask(POST, '/api/images?purpose=product', FORM, NINE_MEGABYTES)),
  'pictures that are none': () => many(8, () => ask(POST, '/api/images?purpose=product', FORM, NO_PICTURE)),
  'more than comes in': () => {
    begin()
    // Until they have all arrived a minute would go by.
    parentPort?.once('message', () => agent.destroy())
    return many(150, () => ask(POST, '/api/images', UPLOAD, EIGHT_MEGABYTES))
  },
  'made-up addresses': () => many(24, () => ask('GET', `/made-up-${++n}?and=${n}`, {})),
  'bodies that never end': () =>
    hold(
      400,
      `POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    ),
  'heads that never end': () => hold(400, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '),
}

/** So many at a time, each again as soon as it has its response. */
async function many(atOnce: number, work: () => Promise<void>): Promise<void> {
  const one = async () => {
    while (!stopped) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

function ask(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<void> {
  return new Promise((done) => {
    const length = body && { 'content-length': body.length }
    const asked = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
    let heard = false
    asked.on('response', (answer) => {
      heard = true
      void read(answer).then(done)
    })
    // When a body is refused before it was sent, the connection ends.
    asked.on('error', () => {
      if (!heard) note('cut off')
      done()
    })
    asked.end(body)
  })
}

async function read(answer: IncomingMessage): Promise<void> {
  let text = ''
  try {
    for await (const chunk of answer) if (text.length < 2_000) text += chunk
  } catch {
    // Its status is known.
  }
  const code = /"code":"([\w-]+)"/.exec(text)?.[1]
  note([answer.statusCode, code, answer.headers['retry-after'] && 'says when'].filter(Boolean).join(' '))
}

/** So many connections that send a beginning, and then nothing more. */
async function hold(count: number, beginning: string): Promise<void> {
  const toldToStop = parentPort && once(parentPort, 'message')
  const sockets = Array.from({ length: count }, () =>
    connect(Number(port), hostname)
      .on('error', () => note('cut off'))
      .on('data', (data) => note(String(data).slice(9, 12))),
  )
  for (const socket of sockets) socket.write(beginning)
  await Promise.allSettled(sockets.map((socket) => once(socket, 'connect')))
  begin()
  await toldToStop
  for (const socket of sockets) socket.destroy()
}

parentPort?.once('message', () => {
  stopped = true
})
await KINDS[kind]()
agent.destroy()
parentPort?.postMessage(tally)
parentPort?.close()
