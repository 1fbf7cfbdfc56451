import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { hashTables } from '#tests/support/tables.ts'
import { ALL, CALLS } from './all-changes.ts'
import { openWorld, send, type World } from './change.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.shop.close())

/** All rows, once the card provider has sent all of its events. */
async function tables() {
  await world.shop.sandbox.settled()
  return hashTables(world.shop)
}

/** A ticket is a permission, not an effect: each request returns a new one, up to five. */
const OTHERWISE = ['POST /image-tickets']

it('the table contains every change of the contract', () => {
  const named = Object.keys(CALLS).map((name) => name.split(' ').slice(0, 2).join(' '))
  const changes = Object.values(api)
    .filter(({ method }) => method !== 'get')
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect([...new Set([...named, ...OTHERWISE])].sort()).toEqual(changes.sort())
})

describe.each(Object.entries(ALL))('%s', (_name, prepare) => {
  it('takes effect once when it is sent three times, and the repetitions change no table', async () => {
    const change = await prepare(world)
    const first = await send(world, change)
    expect(first.status, first.text).toBe(change.first)
    const before = await tables()
    for (let n = 0; n < 2; n++) {
      const again = await send(world, change)
      expect(change.again, again.text).toContain(again.status)
      expect(again.did).toBe(change.alike ?? false)
      if (again.status < 300 && first.id) expect(again.id === first.id).toBe(!change.alike)
    }
    expect(await tables()).toEqual(before)
    expect(await change.effect()).toEqual(change.once)
  })
})

describe.each(Object.entries(CALLS))('%s with an Idempotency-Key', (_name, prepare) => {
  it('is replayed byte for byte, unless it returns a secret, and changes no table', async () => {
    const change = await prepare(world)
    const key = { 'idempotency-key': 'a key of mine' }
    const first = await send(world, change, key)
    expect(first, first.text).toMatchObject({ status: change.first, replayed: false })
    const before = await tables()
    const again = await send(world, change, key)
    if (change.secret) expect(again).toMatchObject({ status: change.first, replayed: false })
    else expect(again).toEqual({ ...first, replayed: true })
    expect(await tables()).toEqual(before)
    expect(await change.effect()).toEqual(change.once)
    // For the next of these tests, which uses them again.
    await world.shop.sql('delete from idempotency_keys')
  })
})
