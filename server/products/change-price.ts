import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { ABOVE_ORIGINAL } from '#contract/products.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { products } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { refuseIfClaimed } from '../orders/refuse-if-claimed.ts'
import { badField, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { lockMyProduct } from './my-products.queries.ts'
import { spendChange } from './spend-change.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/**
 * Changes the price of a seller's own laptop, in cents. Existing orders keep their price. Answers how many laptops
 * changed: 0 if it costs that already. Problems: `not-found`; `bad-input` at `/currentPrice` above the original price;
 * `already-paid` and `laptop-held` while an order claims it; `laptop-not-available` for one that is sold;
 * `too-many-requests`.
 */
export async function changePrice(
  { pool, clock }: Deps,
  who: Caller,
  { id, currentPrice }: { id: string; currentPrice: number },
): Promise<number> {
  return withTransaction(pool, async (db) => {
    const now = clock()
    const product = await lockMyProduct(db, who, id)
    if (currentPrice > product.originalPriceCents) throw badField('/currentPrice', ABOVE_ORIGINAL)
    // Checked before the refusals: it changes nothing, and a request whose answer was lost is repeated.
    if (currentPrice === product.currentPriceCents) return 0
    await refuseIfClaimed(db, id, {
      now,
      paid: 'A buyer has paid for this laptop, so its price stays the same.',
    })
    if (product.status === 'sold')
      throw new Problem(
        'laptop-not-available',
        'This laptop is sold. Mark it as available before you change its price.',
      )
    await spendChange(db, who, now)
    await db.update(products).set({ currentPriceCents: currentPrice }).where(eq(products.id, id))
    await recordAudit(db, {
      action: 'product-price-changed',
      at: now,
      actor: who.id,
      subject: id,
      details: { fromCents: product.currentPriceCents, toCents: currentPrice },
    })
    return 1
  })
}
