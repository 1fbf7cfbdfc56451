import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { ReadyAnswer } from '#server/http/ready-answer.ts'
import { createLog } from '#server/log.ts'

const page = new ReadyAnswer(Buffer.from('a page'), { status: 200, headers: { 'cache-control': 'public' } })
const log = createLog('info', { write: () => {} })
/** Only what requests without a database need. */
const deps = { log, clock: () => new Date(), origins: [] } as never
const parts = { https: false, pages: async () => page, readyPages: () => page }

function isSent(path: string, app = createApp(deps, parts)) {
  const response = { destroyed: false, writeHead: () => response, end: () => response }
  const request = { method: 'GET', url: path, headers: { host: 'shop.test' } }
  return app.sendReady(request as IncomingMessage, response as unknown as ServerResponse)
}

test('a page for everyone is sent when it is ready, until the shop drains', () => {
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
])('%s is never ready: its guard is asked, however it is written', (path) => {
  expect(isSent(path)).toBe(false)
})
