import { and, eq, isNull } from 'drizzle-orm'
import type pg from 'pg'
import { newId } from '../database/ids.ts'
import { products, wishlist } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { notFound } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireRole } from '../users/require-role.ts'

/**
 * Saves a laptop to the buyer's wishlist with its current price. One row per buyer and laptop: saved again, the first
 * row is answered. Problems: `not-found` for no such laptop, `not-allowed` for a buyer who is made an admin meanwhile,
 * `not-signed-in` for one who is deleted meanwhile.
 */
export async function addToWishlist(
  { pool, clock }: { pool: pg.Pool; clock: () => Date },
  who: Caller,
  { productId }: { productId: string },
): Promise<{ id: string; isNew: boolean }> {
  return withTransaction(pool, async (db) => {
    // Locked before the person: deleting a person takes the locks in this order too.
    const [product] = await db
      .select({ price: products.currentPriceCents })
      .from(products)
      .where(and(eq(products.id, productId), isNull(products.withdrawnAt)))
      .for('key share')
    if (!product) throw notFound('laptop')
    await requireRole(db, who, 'buyer')
    const now = clock()
    const row = {
      id: newId(now),
      buyerId: who.id,
      productId,
      priceCentsWhenSaved: product.price,
      createdAt: now,
    }
    const [made] = await db.insert(wishlist).values(row).onConflictDoNothing().returning({ id: wishlist.id })
    if (made) return { id: made.id, isNew: true }
    const [saved] = await db
      .select({ id: wishlist.id })
      .from(wishlist)
      .where(and(eq(wishlist.buyerId, who.id), eq(wishlist.productId, productId)))
    if (!saved) throw notFound('laptop')
    return { id: saved.id, isNew: false }
  })
}
