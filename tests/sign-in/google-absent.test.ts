import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { start } from './google-steps.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

it('the calls of a Google sign-in respond 404 when Google is not configured', async () => {
  expect((await start(shop)).status).toBe(404)
  expect((await shop.call('GET', '/auth/callback/google?code=x&state=y')).status).toBe(404)
})
