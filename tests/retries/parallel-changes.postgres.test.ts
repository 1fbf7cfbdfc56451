import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALL } from './all-changes.ts'
import { openWorld, send, type World } from './change.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.shop.close())

it.each(Object.entries(ALL))(
  '%s takes effect once when it is sent eight times concurrently',
  async (_name, prepare) => {
    const change = await prepare(world)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(world, change)))
    const statuses = answers.map(({ status }) => status)
    for (const status of statuses) expect([change.first, ...change.again], `${statuses}`).toContain(status)
    expect(statuses).toContain(change.first)
    const done = answers.filter(({ did }) => did).length
    const tells =
      answers.some(({ text }) => /"(modifiedCount|deletedCount)"/.test(text)) || change.first === 201
    if (!change.alike) expect(done).toBe(tells ? 1 : 0)
    const ids = answers.flatMap(({ id }) => id ?? [])
    if (change.alike) expect(new Set(ids).size).toBe(ids.length)
    else expect(new Set(ids).size).toBeLessThanOrEqual(1)
    expect(await change.effect()).toEqual(change.once)
  },
)
