import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createLog } from '#server/log.ts'

const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
/** A shop without a database, which is an unexpected fault. */
const app = createApp({ log, clock: () => new Date(), origins: [] } as never, {
  https: false,
  pages: async () => new Response(),
})

/** Makes a request that sendPublic() handles, without a server. */
function ask(url: string) {
  return new Promise<{ status: number; headers: string[]; body: string }>((sent) => {
    const head = { status: 0, headers: [] as string[] }
    const response = {
      writeHead(status: number, headers: string[]) {
        Object.assign(head, { status, headers })
        return response
      },
      end: (body: Uint8Array) => sent({ ...head, body: Buffer.from(body).toString() }),
    }
    const request = { method: 'GET', url, headers: { host: 'shop.test' } }
    expect(app.sendPublic(request as IncomingMessage, response as unknown as ServerResponse)).toBe(true)
  })
}

test('a list that cannot be read returns 500 with one request ID in body, header and log', async () => {
  const { status, headers, body } = await ask('/api/brands')
  const problem = JSON.parse(body)
  expect([status, problem.code]).toEqual([500, 'unexpected'])
  expect(headers[headers.indexOf('x-request-id') + 1]).toBe(problem.requestId)
  expect(headers).toContain('application/problem+json')
  await expect.poll(() => lines.length).toBe(2)
  const events = lines.map((line) => JSON.parse(line))
  expect(events).toMatchObject([
    { event: 'failure', id: problem.requestId },
    { event: 'request', id: problem.requestId, path: '/api/brands', status: 500 },
  ])
})
