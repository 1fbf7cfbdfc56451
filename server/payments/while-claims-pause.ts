import { eq } from 'drizzle-orm'
import { products } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { countLimit, giveBackOne, type Limit, readLimit } from '../limits/count-limit.ts'
import { Problem } from '../problems.ts'

/** Longer than a call takes: a pause whose process was killed ends by itself. So many at a time may want one. */
const PAUSE: Limit = { most: 1000, seconds: 20 }
const keyOf = (sellerId: string) => `claims-pause ${sellerId}`

/**
 * Does some work while nobody claims a laptop of a seller: what is being paid of theirs can be ended, and is not begun
 * anew by accomplices who wait for just that. Never inside a transaction.
 */
export async function whileClaimsPause<T>(
  { db, clock }: { db: Db; clock: () => Date },
  sellerId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!sellerId) return work()
  await countLimit(db, keyOf(sellerId), PAUSE, clock())
  try {
    // Waits for whoever has locked one to claim it; who comes after them finds that claims pause.
    await db.select({ id: products.id }).from(products).where(eq(products.sellerId, sellerId)).for('share')
    return await work()
  } finally {
    await giveBackOne(db, keyOf(sellerId))
  }
}

/** Refuses to claim a laptop that is locked, while claims of its seller's pause. Problem: `laptop-held`. */
export async function refuseWhileClaimsPause(db: Db, sellerId: string | null, now: Date): Promise<void> {
  if (!sellerId) return
  if ((await readLimit(db, keyOf(sellerId), PAUSE, now)).count > 0)
    throw new Problem('laptop-held', 'This laptop cannot be paid just now. Please try again in a moment.')
}
