import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'
import { withPictureFolder } from '#tests/support/picture-files.ts'
import { inRounds } from '#tests/support/rounds.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { farDoor } from './far-door.ts'
import { expectAgreement, expectWhole } from './half-steps.ts'
import { INTERRUPTED } from './interrupted.ts'
import { expectKept, keepBusy, newJournal } from './journal.ts'
import { KILL_POINTS } from './kill-points.ts'

/** How soon a killed shop must serve again; three times that if other tests share the machine. */
const READY_MS = process.env.DEEP ? 5_000 : 15_000
/** A kill point that is not reached within this time never will be; a machine that others use too is slow. */
const NEVER_MS = 60_000
const DATA_DIR = withPictureFolder(temporaryFolder(afterAll))
const journal = newJournal()
const starts: number[] = []
let database: TestDatabase
let shop: Shop
let door: ReturnType<typeof farDoor>
let seller: Person
let admin: Person
let buyers: Person[]

async function start(): Promise<void> {
  const began = performance.now()
  const env = { DATABASE_URL: database.url, DATA_DIR, DEMO: '0' }
  // The build contains a copy of the package whose queries are watched.
  shop = await startShop({ env, preload: new URL('./kill-at.ts', import.meta.url), asWritten: true })
  starts.push(performance.now() - began)
}

beforeAll(async () => {
  database = await createTestDatabase()
  await start()
  door = farDoor(() => shop.url, database.pool)
  seller = await signUp(door, 'seller')
  admin = await makeAdmin(door)
  buyers = [await signUp(door, 'buyer'), await signUp(door, 'buyer'), await signUp(door, 'buyer')]
})
afterAll(async () => {
  await shop?.stop()
  await database?.close()
})

inRounds(
  'kills',
  'the shop survives a kill at each of the sixteen points',
  { quick: 16, deep: 600 },
  async (n) => {
    const number = n % KILL_POINTS.length
    const point = KILL_POINTS[number]
    const prepare = INTERRUPTED[number]
    if (!point || !prepare) throw new Error(`There is no point ${number}.`)
    // Rate limits that many rounds from one address would exceed.
    await door.sql('delete from rate_limits')
    for (const person of [seller, admin, ...buyers]) person.token = await renewToken(door, person)
    const [buyer, ...others] = buyers as [Person, ...Person[]]
    const interrupted = await prepare({ shop: door, pool: database.pool, seller, buyer, admin, journal })
    await shop.say({ killAt: number })
    const busy = keepBusy(door, { seller, buyers: others, journal, writes: (n * 7) % 12 })
    await Promise.all([interrupted.act(), busy])
    await Promise.race([shop.ended, pause(NEVER_MS, undefined, { ref: false })])
    expect(shop.log()).toContain(`killed where ${point.name}`)

    await start()
    await expectKept(door, journal)
    await expectWhole(door, DATA_DIR)
    await interrupted.again()
    await expectKept(door, journal)
    await expectWhole(door, DATA_DIR)
    await expect.poll(() => expectAgreement(door).then(() => 'agreed'), { timeout: 20_000 }).toBe('agreed')
    await expectAllTold()
    await expectInvariants(door)
  },
)

/** An event of this round that is sent again in the next one would end the process there too early. */
async function expectAllTold(): Promise<void> {
  await door.sql(`update sandbox_stripe.events set claimed_until = null, next_attempt_at = now()
    where done_at is null`)
  const left = () => door.sql('select id from sandbox_stripe.events where done_at is null')
  await expect.poll(left, { timeout: 30_000 }).toEqual([])
}

it('the shop is ready again soon after a kill', () => {
  expect(starts.length).toBeGreaterThanOrEqual(16)
  // A machine that is busy with other tests says nothing about the shop: the fastest quarter counts.
  const quick = starts.sort((a, b) => a - b)[Math.floor(starts.length / 4)]
  expect(quick).toBeLessThan(READY_MS)
})

it('each queued mail is sent at least once, despite the kills', async () => {
  const waiting = async () => {
    // As if the time had passed: a job whose process is silent counts as failed, and is due again.
    await door.sql(`update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active'
      and started_on < now() - interval '5 seconds'`)
    await door.sql(`update jobs.job set start_after = now() where state = 'retry'`)
    return (await door.sql(`select id from jobs.job where name = 'mail' and state <> 'completed'`)).length
  }
  await expect.poll(waiting, { timeout: 60_000, interval: 500 }).toBe(0)
  const [{ mails }] = await door.sql(`select count(*)::int as mails from jobs.job where name = 'mail'`)
  const kept = readdirSync(join(DATA_DIR, 'outbox')).filter(
    (name) => name.endsWith('.json') && name[0] !== '.',
  )
  expect(mails).toBeGreaterThan(0)
  expect(kept.length).toBeGreaterThanOrEqual(mails)
})
