import { eq } from 'drizzle-orm'
import { products, rateLimits } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { countLimit, giveBackOne, type Limit, readLimit } from '../limits/count-limit.ts'
import { Problem } from '../problems.ts'

/**
 * The window is longer than a call takes: a pause whose process was killed ends by itself. The number bounds how many
 * pauses of one seller are counted at a time.
 */
const PAUSE: Limit = { most: 1000, seconds: 20 }
const keyOf = (sellerId: string) => `claims-pause ${sellerId}`

/**
 * Does some work while nobody can claim a laptop of a seller: open payments for them can be ended, and accomplices
 * cannot begin new ones meanwhile. Never call it inside a transaction.
 */
export async function whileClaimsPause<T>(
  { db, clock }: { db: Db; clock: () => Date },
  sellerId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!sellerId) return work()
  const now = clock()
  await countLimit(db, keyOf(sellerId), PAUSE, now)
  try {
    // A pause soon after another would end with the window of that one.
    await db
      .update(rateLimits)
      .set({ windowStart: now })
      .where(eq(rateLimits.key, keyOf(sellerId)))
    // Waits for transactions that have locked a laptop to claim it; later ones find that claims are paused. By ID,
    // as everywhere: in another order, this would deadlock with whatever locks several laptops.
    await db
      .select({ id: products.id })
      .from(products)
      .where(eq(products.sellerId, sellerId))
      .orderBy(products.id)
      .for('share')
    return await work()
  } finally {
    await giveBackOne(db, keyOf(sellerId))
  }
}

/**
 * Refuses a claim while claims of the seller's laptops are paused. The laptop must be locked. Problem: `laptop-held`.
 */
export async function refuseWhileClaimsPause(db: Db, sellerId: string | null, now: Date): Promise<void> {
  if (!sellerId) return
  if ((await readLimit(db, keyOf(sellerId), PAUSE, now)).count > 0)
    throw new Problem(
      'laptop-held',
      'This laptop cannot be paid for right now. Please try again in a moment.',
    )
}
