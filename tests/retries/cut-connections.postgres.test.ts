import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALL } from './all-changes.ts'
import { openWorld, send, type World } from './change.ts'
import { openPort } from './cutting-server.ts'

let world: World
let port: Awaited<ReturnType<typeof openPort>>
beforeAll(async () => {
  world = await openWorld()
  port = await openPort(world)
})
afterAll(async () => {
  await port.close()
  await world.shop.close()
})

it.each(Object.entries(ALL))(
  '%s takes effect once when the connection is cut before the response and it is sent again',
  async (_name, prepare) => {
    const change = await prepare(world)
    await port.cut(change, 'whole')
    const again = await send(world, change)
    expect([change.first, ...change.again], again.text).toContain(again.status)
    expect(await change.effect()).toEqual(change.once)
  },
)

/** Those for which the body, and not the call alone, says what to do. */
const BY_BODY = Object.entries(ALL).filter(
  ([name]) => /^POST|^PUT .(reports|googleuser)/.test(name) && !/jwt|sign-out/.test(name),
)

it.each(BY_BODY)(
  '%s takes no effect when the connection is cut within its body, and does when it is sent again',
  async (_name, prepare) => {
    const change = await prepare(world)
    await port.cut(change, 'half')
    expect(await change.effect()).not.toEqual(change.once)
    const again = await send(world, change)
    expect(again.status, again.text).toBe(change.first)
    expect(await change.effect()).toEqual(change.once)
  },
)
