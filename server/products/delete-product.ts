import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { products } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { notifyBuyers } from '../orders/notify-buyers.ts'
import { refuseIfClaimed } from '../orders/refuse-if-claimed.ts'
import type { Caller } from '../sign-in/caller.ts'
import { lockMyProduct } from './my-products.queries.ts'

type Deps = { pool: pg.Pool; clock: () => Date; jobs: Jobs; publicUrl: string }

/**
 * Removes a seller's own laptop from the shop for good. Its row stays, for the orders of it: they can no longer be
 * paid, and say so, and whoever placed them gets a mail. Answers how many were removed. Problems: `not-found`, also
 * when it is deleted again; `already-paid` and `laptop-held` while an order claims it.
 */
export async function deleteProduct(deps: Deps, who: Caller, { id }: { id: string }): Promise<number> {
  return withTransaction(deps.pool, async (db) => {
    const now = deps.clock()
    const product = await lockMyProduct(db, who, id)
    await refuseIfClaimed(db, id, {
      now,
      paid: 'A buyer has paid for this laptop, so it stays in your list as sold.',
    })
    await db.update(products).set({ withdrawnAt: now }).where(eq(products.id, id))
    await recordAudit(db, { action: 'product-deleted', at: now, actor: who.id, subject: id })
    // They were told before when it was marked as sold.
    if (product.status === 'available') await notifyBuyers(deps, db, product, 'taken it out of the shop', now)
    return 1
  })
}
