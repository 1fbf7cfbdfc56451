import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import { IMAGE_WIDTHS } from '#contract/choices.ts'
import { deleteFewByFew } from '../database/delete-few-by-few.ts'
import { images, imageTickets } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { ImageStore } from '../outside/image-store.ts'
import { imageKey, imageUrlOf } from './image-url.ts'

const DAY = 24 * 60 * 60_000
/** How many pictures one statement checks: it takes some milliseconds, however many there are in all. */
const LOOKED_AT = 2_000
/** Few enough that nobody who claims one of them waits long. */
const AT_ONCE = 100

/** Used by nothing: the sign-up or the laptop never came, or the photo was replaced. */
const unused = sql`not exists (select from products where products.image_id = ${images.id})
  and not exists (select from orders where orders.image_id = ${images.id})
  and not exists (select from users where users.image = ${imageUrlOf(images.id)})`

/** Taken by takeUnused: their files may be gone already, and their rows go next. */
export const isTaken = sql`(${images.ownerId} is null and ${images.uploadedFrom} is null and ${unused})`

/**
 * Removes all pictures older than a day that nothing uses, and expired tickets, in as many rounds as it takes: one
 * account may upload more in an hour than one round removes. If the files cannot be removed the rows stay, and the next
 * call tries again: without a row nobody would know of the files. Answers how many pictures were removed. Throws
 * ImageStoreUnavailable.
 */
export async function sweepImages({
  pool,
  db,
  imageStore,
  clock,
}: {
  pool: pg.Pool
  db: Db
  imageStore: ImageStore
  clock: () => Date
}): Promise<number> {
  const now = clock()
  await deleteFewByFew(db, imageTickets, lt(imageTickets.expiresAt, now))
  let removed = 0
  for await (const found of findUnused(db)) {
    const ids = await takeUnused(pool, found, now)
    await imageStore.remove(ids.flatMap((id) => IMAGE_WIDTHS.map((width) => imageKey(id, width))))
    await db.delete(images).where(inArray(images.id, ids))
    removed += ids.length
  }
  return removed
}

/**
 * Pictures that nothing uses, a few at a time, in one pass over all of them by id. A single statement for all would
 * take longer the more pictures are in use, until it times out each time and none is ever removed. takeUnused checks
 * their age: here ids are read from indexes alone.
 */
async function* findUnused(db: Db): AsyncGenerator<string[]> {
  let last: string | null = ''
  while (last !== null) {
    const page: SQL = sql`(select id from images where id > ${last} order by id limit ${LOOKED_AT}) as images`
    const { rows } = await db.execute<{ last: string | null; ids: string[] }>(
      sql`select max(id) as last, coalesce(array_agg(id) filter (where ${unused}), '{}') as ids from ${page}`,
    )
    const found = rows[0]!
    for (let n = 0; n < found.ids.length; n += AT_ONCE) yield found.ids.slice(n, n + AT_ONCE)
    last = found.last
  }
}

/**
 * Takes the pictures from their owners, so that nobody can claim one (claimImage) whose files are about to be removed.
 */
async function takeUnused(pool: pg.Pool, ids: string[], now: Date): Promise<string[]> {
  const old = lt(images.createdAt, new Date(now.getTime() - DAY))
  return withTransaction(pool, async (db) => {
    const found = await db
      .select({ id: images.id })
      .from(images)
      .where(and(inArray(images.id, ids), old))
      .for('update', { skipLocked: true })
    // Checked again: a picture may have been claimed before its row was locked.
    const taken = await db
      .update(images)
      .set({ ownerId: null, uploadedFrom: null })
      .where(
        and(
          inArray(
            images.id,
            found.map(({ id }) => id),
          ),
          unused,
        ),
      )
      .returning({ id: images.id })
    return taken.map(({ id }) => id)
  })
}
