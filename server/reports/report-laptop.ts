import { and, eq, isNull } from 'drizzle-orm'
import type pg from 'pg'
import type { NewReport } from '#contract/reports.ts'
import { newId } from '../database/ids.ts'
import { products, reports } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { spendLimit } from '../limits/spend-limit.ts'
import { notFound, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

const REPORTS = { most: 10, seconds: 60 * 60 }

/**
 * Reports a laptop to the admins. A person has one open report per laptop: reported again, the first is answered as it
 * is. After the decision they may report the laptop again.
 *
 * Problems: `not-found` for no such laptop or one that was withdrawn, `not-allowed` for one's own, `too-many-requests`
 * for an eleventh report within an hour; a repeated one does not count.
 */
export async function reportLaptop(
  { pool, clock }: Deps,
  who: Caller,
  { productId, reason }: NewReport,
): Promise<{ id: string; isNew: boolean; reasonCounts: boolean }> {
  return withTransaction(pool, async (db) => {
    const now = clock()
    // A shared lock: other reporters do not wait, but an admin who decides does, so an open report found below stays
    // open.
    const [product] = await db
      .select({ sellerId: products.sellerId })
      .from(products)
      .where(and(eq(products.id, productId), isNull(products.withdrawnAt)))
      .for('share')
    if (!product) throw notFound('laptop')
    if (product.sellerId === who.id)
      throw new Problem(
        'not-allowed',
        'This laptop is your own: you can change its price or delete it yourself.',
      )
    const row = { id: newId(now), productId, reporterId: who.id, reason, createdAt: now }
    const [made] = await db.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id })
    if (made) {
      const tooMany = 'That is a lot of reports in an hour. You can write to us under Contact Us.'
      await spendLimit(db, `report ${who.id}`, REPORTS, now, tooMany)
      return { id: made.id, isNew: true, reasonCounts: true }
    }
    const [open] = await db
      .select({ id: reports.id, reason: reports.reason })
      .from(reports)
      .where(and(eq(reports.productId, productId), eq(reports.reporterId, who.id), isNull(reports.decision)))
    if (!open) throw notFound('laptop')
    return { id: open.id, isNew: false, reasonCounts: open.reason === reason }
  })
}
