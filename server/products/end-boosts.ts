import { and, inArray, isNotNull, lte } from 'drizzle-orm'
import { products } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { onSale } from './product-row.ts'

/** Few enough that nobody who changes one of them waits long. */
const AT_ONCE = 1_000

/**
 * Removes expired boosts from the laptops on sale, so that the list of advertised ones does not have to skip more of
 * them every week. No list shows them any more. One that somebody has locked waits for the next time. Answers how many
 * were removed.
 */
export async function endBoosts({ db, clock }: { db: Db; clock: () => Date }): Promise<number> {
  const over = and(onSale, isNotNull(products.advertisedUntil), lte(products.advertisedUntil, clock()))
  let ended = 0
  for (;;) {
    const some = db
      .select({ id: products.id })
      .from(products)
      .where(over)
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    const { rowCount } = await db
      .update(products)
      .set({ advertisedUntil: null })
      .where(inArray(products.id, some))
    ended += rowCount ?? 0
    if ((rowCount ?? 0) < AT_ONCE) return ended
  }
}
