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
import { spendChange } from './spend-change.ts'

type Deps = { pool: pg.Pool; clock: () => Date; jobs: Jobs; publicUrl: string }

/**
 * Marks a seller's own laptop as sold elsewhere: it leaves every list, and its open orders cannot be paid any more,
 * about which whoever placed them gets a mail. Answers how many laptops changed: 0 if it was marked before. Problems:
 * `not-found`; `already-paid`; `laptop-held` while a buyer is paying, who would pay for nothing; `too-many-requests`.
 */
export async function markSold(deps: Deps, who: Caller, { id }: { id: string }): Promise<number> {
  return withTransaction(deps.pool, async (db) => {
    const now = deps.clock()
    const product = await lockMyProduct(db, who, id)
    // A paid laptop is sold already: a seller who sells it elsewhere must hear of that buyer, and not that all is well.
    await refuseIfClaimed(db, id, { now, paid: 'A buyer has paid for this laptop: it is sold to them.' })
    if (product.status === 'sold') return 0
    await spendChange(db, who, now)
    await db.update(products).set({ status: 'sold', soldAt: now }).where(eq(products.id, id))
    await recordAudit(db, {
      action: 'product-sold',
      at: now,
      actor: who.id,
      subject: id,
      details: { by: 'seller' },
    })
    await notifyBuyers(deps, db, product, 'marked it as sold', now)
    return 1
  })
}
