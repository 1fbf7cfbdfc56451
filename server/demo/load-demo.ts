import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { LOCKS } from '../database/locks.ts'
import * as schema from '../database/schema.ts'
import { type Db, queriesOn, withTransaction } from '../database/with-transaction.ts'
import type { ImageStore } from '../outside/image-store.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { readBlogPosts } from './blog-posts.ts'
import { hasCardSandbox, importPayments } from './demo-payments.ts'
import { listPictures, savePictures } from './demo-pictures.ts'
import { makeLaptops } from './make-laptops.ts'
import { makeOrders } from './make-orders.ts'
import { makePeople } from './make-people.ts'
import { makeReports } from './make-reports.ts'
import { makeWishes } from './make-wishes.ts'
import { DEMO_PASSWORD } from './people.ts'
import { createWorld } from './world.ts'

const FACT = 'demo'

export type DemoDeps = { pool: pg.Pool; imageStore: ImageStore; now: Date }

/**
 * Fills the shop with the demonstration: once per database, also when several processes start together, and
 * if `onlyIfEmpty` not where people have signed up before. Pictures first, with no transaction open: a slow store
 * takes minutes. Then all rows in one transaction, so that there is all of it or none. Answers whether the
 * demonstration is there, and whether it came now.
 */
export async function loadDemo(
  { pool, imageStore, now }: DemoDeps,
  { onlyIfEmpty = false } = {},
): Promise<{ present: boolean; loaded: boolean }> {
  const db = queriesOn(pool)
  const before = await whyNotLoaded(db, onlyIfEmpty)
  if (before) return before
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const pictures = await listPictures()
  await savePictures(imageStore, pictures)
  return withTransaction(pool, async (db, client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.loadDemo])
    // Saving took its time. Pictures that are not needed after all stay: they may be those of another process.
    const meanwhile = await whyNotLoaded(db, onlyIfEmpty)
    if (meanwhile) return meanwhile
    await insertEverything(db, client, { now, pictures, passwordHash })
    await db.insert(schema.shopFacts).values({ key: FACT, value: now.toISOString().slice(0, 10) })
    return { present: true, loaded: true }
  })
}

/** What to answer where the demonstration is there already, or is not to come. */
async function whyNotLoaded(db: Db, onlyIfEmpty: boolean) {
  if ((await db.$count(schema.shopFacts, eq(schema.shopFacts.key, FACT))) > 0)
    return { present: true, loaded: false }
  if (onlyIfEmpty && (await db.$count(schema.users)) > 0) return { present: false, loaded: false }
}

async function insertEverything(
  db: Db,
  client: pg.PoolClient,
  {
    now,
    pictures,
    passwordHash,
  }: { now: Date; pictures: Awaited<ReturnType<typeof listPictures>>; passwordHash: string },
): Promise<void> {
  const world = (part: string) => createWorld(part, now)
  const withPayments = await hasCardSandbox(client)
  const people = makePeople(world('people'), pictures, passwordHash)
  const laptops = makeLaptops(world('laptops'), people, pictures)
  const { orders, payments } = makeOrders(world('orders'), people, laptops, { withPayments })
  const drawn = [...pictures.values()].filter(({ purpose }) => purpose === 'product')
  const drawnAt = world('pictures').ago(700)

  await db.insert(schema.users).values(people.everyone.map(({ phone: _, ...user }) => user))
  await db.insert(schema.accounts).values(people.accounts)
  await db
    .insert(schema.images)
    .values([...people.photos, ...drawn.map((picture) => ({ ...picture, createdAt: drawnAt }))])
  await db.insert(schema.products).values([...laptops.available, ...laptops.sold, laptops.takenDown])
  await db.insert(schema.orders).values(orders)
  if (payments.length > 0) await db.insert(schema.payments).values(payments)
  await importPayments(client, payments)
  await db.insert(schema.wishlist).values(makeWishes(world('wishes'), people, laptops))
  await db.insert(schema.reports).values(makeReports(world('reports'), people, laptops))
  await db.insert(schema.blogs).values(await readBlogPosts(world('blogs')))
}
