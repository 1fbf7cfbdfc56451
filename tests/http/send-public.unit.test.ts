import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BufferedResponse, type RequestHead } from '#server/http/buffered-response.ts'
import { createSendPublic } from '#server/http/send-public.ts'
import { createSendResponse } from '#server/http/send-response.ts'
import { createLog } from '#server/log.ts'

const BODY = 'a page '.repeat(50)
const page = new BufferedResponse(Buffer.from(BODY), {
  status: 200,
  headers: { 'content-type': 'text/html', 'cache-control': 'public', etag: '"a"' },
})
let lines: string[] = []
let asked: RequestHead[] = []

function find(address: string, head: RequestHead) {
  asked.push(head)
  if (address === '/list?lost') return Promise.reject(new Error('no database'))
  if (address === '/list') return Promise.resolve(page)
  return address === '/page?x=1' ? page.to(head) : undefined
}
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const fail = async (error: unknown) => ({
  id: 'its number',
  response: new BufferedResponse(Buffer.from(String(error)), { status: 503, headers: {} }),
})
const sendPublic = createSendPublic({ find, fail, sendResponse: createSendResponse({ https: true, log }) })
const server = createServer((request, response) => {
  if (!sendPublic(request, response)) response.end('the usual way')
})
const port = () => (server.address() as AddressInfo).port
const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port()}${path}`, init)

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
beforeEach(() => {
  lines = []
  asked = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a public response is sent with the headers of every response and a request ID of its own', async () => {
  const answer = await ask('/page?x=1')
  expect(await answer.text()).toBe(BODY)
  const usual = page.toResponse().headers
  for (const [name, value] of usual) expect([name, answer.headers.get(name)]).toEqual([name, value])
  expect(answer.headers.get('strict-transport-security')).toMatch(/max-age/)
  const again = await ask('/page?x=1')
  const ids = [answer, again].map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
})

test('a public response has one log line, with its ID and without its query', async () => {
  const answer = await ask('/page?x=1')
  await answer.text()
  const id = answer.headers.get('x-request-id')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'request', id, method: 'GET', path: '/page', status: 200 },
  ])
  expect(lines[0]).not.toContain('x=1')
})

test('a request with a matching If-None-Match gets a 304', async () => {
  const answer = await ask('/page?x=1', { headers: { 'if-none-match': '"a"' } })
  expect([answer.status, await answer.text()]).toEqual([304, ''])
})

test('a list is sent once it has been read, and an unknown target is handled the usual way', async () => {
  expect(await (await ask('/list')).text()).toBe(BODY)
  expect(await (await ask('/page?x=2')).text()).toBe('the usual way')
})

test('a list that cannot be read fails once, under the ID of the failure', async () => {
  const answer = await ask('/list?lost')
  expect([answer.status, await answer.text()]).toEqual([503, 'Error: no database'])
  expect(answer.headers.get('x-request-id')).toBe('its number')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id: 'its number', status: 503 }])
})

test('a request whose client has disconnected is logged all the same', () => {
  const response = { destroyed: true, writeHead: () => expect.unreachable() }
  const request = { method: 'GET', url: '/page?x=1', headers: { host: 'shop.test' } }
  expect(sendPublic(request as never, response as never)).toBe(true)
  expect(lines).toHaveLength(1)
})

test.each(['POST', 'HEAD', 'OPTIONS', 'DELETE'])('%s is handled the usual way', async (method) => {
  await (await ask('/page?x=1', { method })).text()
  expect([asked, lines]).toEqual([[], []])
})

test.each(['', 'a b', 'user@shop', 'shop:99999', 'shop/x'])(
  'a request for the host %j is handled the usual way',
  async (host) => {
    const socket = connect(port(), '127.0.0.1')
    socket.write(`GET /page?x=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await once(socket, 'close')
    expect(text).toContain('the usual way')
  },
)

test('a first request without a host is handled the usual way', () => {
  const sendFirst = createSendPublic({ find, fail, sendResponse: () => expect.unreachable() })
  expect(sendFirst({ method: 'GET', url: '/page?x=1', headers: {} } as never, {} as never)).toBe(false)
})
