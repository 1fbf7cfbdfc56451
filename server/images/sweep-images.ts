import { inArray, lt, sql } from 'drizzle-orm'
import { IMAGE_WIDTHS } from '#contract/choices.ts'
import { images, imageTickets } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { ImageStore } from '../outside/image-store.ts'
import { imageKey } from './image-url.ts'

const DAY = 24 * 60 * 60_000
const AT_ONCE = 100

/**
 * Removes pictures that are older than a day and belong to nothing (uploads whose sign-up or laptop never
 * came, photos that were replaced), and tickets that ran out. The row goes first: a crash in between
 * leaves files, never a row without them. Answers how many pictures went, at most 100 in one call.
 */
export async function sweepImages({
  db,
  imageStore,
  clock,
}: {
  db: Db
  imageStore: ImageStore
  clock: () => Date
}): Promise<number> {
  const now = clock()
  await db.delete(imageTickets).where(lt(imageTickets.expiresAt, now))
  const unused = db
    .select({ id: images.id })
    .from(images)
    .where(
      sql`${images.createdAt} < ${new Date(now.getTime() - DAY).toISOString()}
        and not exists (select from products where products.image_id = ${images.id})
        and not exists (select from orders where orders.image_id = ${images.id})
        and not exists (select from users where users.image = '/api/images/' || ${images.id})`,
    )
    .limit(AT_ONCE)
  const gone = await db.delete(images).where(inArray(images.id, unused)).returning({ id: images.id })
  await imageStore.remove(gone.flatMap(({ id }) => IMAGE_WIDTHS.map((width) => imageKey(id, width))))
  return gone.length
}
