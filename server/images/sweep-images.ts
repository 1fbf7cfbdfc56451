import { and, inArray, lt, sql } from 'drizzle-orm'
import type pg from 'pg'
import { IMAGE_WIDTHS } from '#contract/choices.ts'
import { images, imageTickets } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { ImageStore } from '../outside/image-store.ts'
import { imageKey } from './image-url.ts'

const DAY = 24 * 60 * 60_000
/** Few enough that nobody who claims one of them waits long. */
const AT_ONCE = 100

/** Older than a day and belongs to nothing: the sign-up or the laptop never came, or the photo was replaced. */
const unused = (now: Date) => sql`${images.createdAt} < ${new Date(now.getTime() - DAY).toISOString()}
  and not exists (select from products where products.image_id = ${images.id})
  and not exists (select from orders where orders.image_id = ${images.id})
  and not exists (select from users where users.image = '/api/images/' || ${images.id})`

/**
 * Removes pictures that nothing uses, all of them, and tickets that ran out: one account may send more in an hour than go
 * in one round. Where the files cannot be removed the rows stay, and the next call tries again: without a row nobody
 * would know of the files. Answers how many pictures went. Throws ImageStoreUnavailable.
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
  await db.delete(imageTickets).where(lt(imageTickets.expiresAt, now))
  let removed = 0
  for (;;) {
    const ids = await takeUnused(pool, now)
    await imageStore.remove(ids.flatMap((id) => IMAGE_WIDTHS.map((width) => imageKey(id, width))))
    await db.delete(images).where(inArray(images.id, ids))
    removed += ids.length
    if (ids.length < AT_ONCE) return removed
  }
}

/** Takes pictures from whoever sent them, so that nobody can claim one (claimImage) whose files are about to go. */
async function takeUnused(pool: pg.Pool, now: Date): Promise<string[]> {
  return withTransaction(pool, async (db) => {
    const found = await db
      .select({ id: images.id })
      .from(images)
      .where(unused(now))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    // Looked at once more: until its row was locked, a picture may have been claimed.
    const taken = await db
      .update(images)
      .set({ ownerId: null, uploadedFrom: null })
      .where(
        and(
          inArray(
            images.id,
            found.map(({ id }) => id),
          ),
          unused(now),
        ),
      )
      .returning({ id: images.id })
    return taken.map(({ id }) => id)
  })
}
