import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { BOOST_DAYS } from '#contract/limits.ts'
import { products } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { lockMyProduct } from './my-products.queries.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

const BOOST_MS = BOOST_DAYS * 24 * 60 * 60_000

/**
 * Advertises a seller's own laptop for BOOST_DAYS from now. Answers how many laptops changed: 0 while it is
 * advertised already. Problems: `not-found`, `laptop-not-available` for a sold one.
 */
export async function boostProduct(
  { pool, clock }: Deps,
  who: Caller,
  { id }: { id: string },
): Promise<number> {
  return withTransaction(pool, async (db) => {
    const now = clock()
    const product = await lockMyProduct(db, who, id)
    if (product.status === 'sold')
      throw new Problem('laptop-not-available', 'This laptop is sold, so there is nothing to advertise.')
    if (product.advertisedUntil && product.advertisedUntil > now) return 0
    const advertisedUntil = new Date(now.getTime() + BOOST_MS)
    await db.update(products).set({ advertisedUntil }).where(eq(products.id, id))
    return 1
  })
}
