import { and, eq } from 'drizzle-orm'
import { wishlist } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { notFound } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'

/** Removes one of a buyer's saved laptops; answers how many that were: one. Problems: `not-found`. */
export async function removeFromWishlist(
  { db }: { db: Db },
  who: Caller,
  { id }: { id: string },
): Promise<number> {
  const { rowCount } = await db.delete(wishlist).where(and(eq(wishlist.id, id), eq(wishlist.buyerId, who.id)))
  if (!rowCount) throw notFound('saved laptop')
  return rowCount
}
