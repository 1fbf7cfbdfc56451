import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { start } from './google-steps.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

it('there are no calls of a Google sign-in where Google is not set up', async () => {
  expect((await start(shop)).status).toBe(404)
  expect((await shop.call('GET', '/auth/callback/google?code=x&state=y')).status).toBe(404)
})
