import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { BufferedResponse } from '#server/http/buffered-response.ts'
import { createLog } from '#server/log.ts'

const page = new BufferedResponse(Buffer.from('a page'), {
  status: 200,
  headers: { 'cache-control': 'public' },
})
const log = createLog('info', { write: () => {} })
/** Only what requests without a database need. */
const deps = { log, clock: () => new Date(), origins: [] } as never
const parts = { https: false, pages: async () => page, findPublicPage: () => page }

function isSent(path: string, app = createApp(deps, parts)) {
  const response = { destroyed: false, writeHead: () => response, end: () => response }
  const request = { method: 'GET', url: path, headers: { host: 'shop.test' } }
  return app.sendPublic(request as IncomingMessage, response as unknown as ServerResponse)
}

test('a cached public page is sent directly, until the server drains', () => {
  const app = createApp(deps, parts)
  expect(isSent('/brand/hp', app)).toBe(true)
  app.drain()
  expect(isSent('/brand/hp', app)).toBe(false)
})

test.each([
  '/dashboard',
  '/dashboard/myorders',
  '/Dashboard/myorders',
  '//dashboard/account',
  '/%64ashboard/x',
])('%s is never sent directly from the cache: the dashboard guard runs for every spelling', (path) => {
  expect(isSent(path)).toBe(false)
})
