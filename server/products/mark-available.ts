import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { products } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { refuseIfClaimed } from '../orders/refuse-if-claimed.ts'
import type { Caller } from '../sign-in/caller.ts'
import { lockMyProduct } from './my-products.queries.ts'
import { spendChange } from './spend-change.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/**
 * Puts a seller's own laptop that was marked as sold back on sale. Answers how many laptops changed: 0 if it is
 * available already. Problems: `not-found`; `already-paid` and `laptop-held` while an order claims it;
 * `too-many-requests`.
 */
export async function markAvailable(
  { pool, clock }: Deps,
  who: Caller,
  { id }: { id: string },
): Promise<number> {
  return withTransaction(pool, async (db) => {
    const now = clock()
    const product = await lockMyProduct(db, who, id)
    await refuseIfClaimed(db, id, {
      now,
      paid: 'A buyer has paid for this laptop, so it stays sold.',
    })
    if (product.status === 'available') return 0
    await spendChange(db, who, now)
    await db.update(products).set({ status: 'available', soldAt: null }).where(eq(products.id, id))
    await recordAudit(db, { action: 'product-available', at: now, actor: who.id, subject: id })
    return 1
  })
}
