import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

it('while the server drains, a cached refusal is sent with Connection: close', async () => {
  const address = '198.51.100.9'
  let count = 0
  const write = () => {
    const message = `Number ${++count}`
    const body = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message }
    return shop.call('POST', '/api/contact', { body, address })
  }
  for (let time = 0; time < 5; time++) expect((await write()).status).toBe(201)
  expect((await write()).status).toBe(429)
  const request = { method: 'POST', url: '/api/contact', headers: {} } as IncomingMessage
  const gone = { destroyed: true } as ServerResponse
  const isRefused = () => shop.app.sendRefusal(request, gone, () => address)
  expect(isRefused()).toBe(true)
  shop.app.drain()
  expect(isRefused()).toBe(false)
  const answer = await write()
  expect([answer.status, answer.headers.get('connection')]).toEqual([429, 'close'])
})
