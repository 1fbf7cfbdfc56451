import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#server/database/open.ts'
import { type OneAddress, openOneAddress } from '#tests/database/one-address.ts'
import { farDoor } from '#tests/process/far-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { ask } from './ask.ts'
import { type Standby, startStandby } from './start-standby.ts'
import { expectAllOrdered, putUnderLoad } from './under-load.ts'

/* The address of the database leads to its primary, and after a crash of that to its synchronous standby. */

let server: PostgresServer
let standby: Standby
let address: OneAddress
let shop: Shop
let buyer: Person
/** The former standby, reached directly. */
let heir: Database
let laptops: string[]
const servers: string[] = []

beforeAll(async () => {
  server = await startPostgres({ durable: true })
  const primary = openDatabase(server.url, { onIdleError: () => {} })
  standby = await startStandby(server)
  heir = openDatabase(standby.url, { onIdleError: () => {} })
  await primary.pool.query(`alter system set synchronous_standby_names = '*'`)
  await primary.pool.query('select pg_reload_conf()')
  const follower = 'select sync_state from pg_stat_replication'
  await vi.waitFor(async () => {
    expect((await primary.pool.query(follower)).rows).toEqual([{ sync_state: 'sync' }])
  }, 20_000)
  servers.push(server.url)
  address = await openOneAddress(servers)
  shop = await startShop({ env: { DATABASE_URL: address.url, DEMO: '0', LOG_LEVEL: 'error' } })
  const door = farDoor(() => shop.url, primary.pool)
  const seller = await signUp(door, 'seller')
  buyer = await signUp(door, 'buyer')
  laptops = await Promise.all(Array.from({ length: 60 }, () => putOnSale(door, seller)))
  await primary.close()
})
afterAll(async () => {
  await shop?.stop()
  await address?.close()
  await heir?.close()
  await standby?.crash()
  await server?.stop()
  standby?.remove()
})

it('continues on a promoted standby without losing an acknowledged order', async () => {
  const load = putUnderLoad(shop.url, { token: buyer.token, laptops })
  await expect.poll(() => load.orders.size).toBeGreaterThan(15)
  await server.crash('SIGKILL')
  servers[0] = standby.url

  // A standby can be read before it is promoted and takes changes.
  await expect.poll(async () => (await ask(`${shop.url}/api/products`)).status).toBe(200)
  const { status, headers } = await ask(`${shop.url}/api/wishlist`, {
    token: buyer.token,
    body: { productId: laptops[0] },
  })
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
  expect((await ask(`${shop.url}/readyz`)).status).toBe(503)

  await heir.pool.query('select pg_promote()')
  await expect.poll(async () => (await ask(`${shop.url}/readyz`)).status).toBe(200)
  await load.end()
  await load.sendAgain(heir.pool)
  await expectAllOrdered(heir.pool, load, laptops)
  expect(load.reads.filter((read) => !['200', '503'].includes(read))).toEqual([])
})
