import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Change, World } from './change.ts'

/** A shop on a port of its own, which tells when a request has reached it and when it is done with one. */
export async function openPort({ shop }: World) {
  let reached = Promise.withResolvers<void>()
  const underWay = new Set<Promise<unknown>>()
  const listener = getRequestListener((request) => {
    // The shop never trusts a client's claim of its address; here the test sets it.
    const answer = shop.app.fetch(request, request.headers.get('test-address') ?? '127.0.0.1')
    underWay.add(answer)
    void answer.finally(() => underWay.delete(answer)).catch(() => {})
    reached.resolve()
    return answer
  })
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  /** Sends a request and cuts the connection before the answer: after the whole request, or after part of it. */
  async function cut(change: Change, when: 'whole' | 'half'): Promise<void> {
    const bytes = await bytesOf(change)
    reached = Promise.withResolvers()
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    await new Promise((written) => socket.write(when === 'whole' ? bytes : bytes.subarray(0, -10), written))
    await reached.promise
    socket.destroy()
    await closed
    await Promise.allSettled(underWay)
  }

  return {
    cut,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A request as raw bytes. */
async function bytesOf({ request, address }: Change): Promise<Buffer> {
  const asked = request()
  const body = Buffer.from(await asked.arrayBuffer())
  const { pathname, search, host } = new URL(asked.url)
  const headers = new Headers(asked.headers)
  headers.set('host', host)
  if (body.length > 0) headers.set('content-length', String(body.length))
  if (address) headers.set('test-address', address)
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  return Buffer.concat([
    Buffer.from([`${asked.method} ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n')),
    body,
  ])
}
