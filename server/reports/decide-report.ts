import { and, eq, isNull } from 'drizzle-orm'
import type { Decision } from '#contract/reports.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { orders, products, reports } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { refuseIfClaimed } from '../orders/refuse-if-claimed.ts'
import { cancelPayments } from '../payments/cancel-payment.ts'
import type { PaymentDeps } from '../payments/record-payment.ts'
import { whileClaimsPause } from '../payments/while-claims-pause.ts'
import { notFound, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { announceDismissal, announceTakeDown } from './announce-decision.ts'

const PAID =
  'This laptop is sold and paid for: it is no longer on sale. Settle it with buyer and seller, then dismiss the report.'

type Asked = { id: string } & Decision
type Decided = { count: number; reasonCounts: boolean }

/**
 * Decides a report. `dismissed` ends this report and leaves the laptop as it is; `taken-down` withdraws the laptop and
 * ends all its open reports. The seller, the reporters and everybody who had ordered it are told by mail. Answers how
 * many reports were decided: none if the same was decided before, whose reason counts.
 *
 * Problems: `not-found`, `already-decided` if something else was decided before, `already-paid` if the laptop to take
 * down is paid, and `laptop-held` while the provider is processing its payment; CardProviderUnavailable.
 */
export async function decideReport(deps: PaymentDeps, who: Caller, asked: Asked): Promise<Decided> {
  const about = asked.decision === 'taken-down' && (await findOpen(deps.db, asked.id))
  if (!about) return decide(deps, who, asked)
  // Buyers who have begun to pay for it cannot go on, nor begin again, or accomplices could keep it on sale by turns.
  return whileClaimsPause(deps, about.sellerId, async () => {
    await cancelPayments(deps, eq(orders.productId, about.productId))
    return decide(deps, who, asked)
  })
}

async function decide(deps: PaymentDeps, who: Caller, { id, decision, reason }: Asked): Promise<Decided> {
  return withTransaction(deps.pool, async (db) => {
    const locked = await lockReport(db, id)
    if (!locked) throw notFound('report')
    const { product, report } = locked
    if (report.decision === decision) return { count: 0, reasonCounts: report.decisionReason === reason }
    if (report.decision)
      throw new Problem('already-decided', 'This report has since been decided differently.')
    const takeDown = decision === 'taken-down'
    const now = deps.clock()
    if (takeDown) {
      await refuseIfClaimed(db, product.id, { now, paid: PAID })
      await db.update(products).set({ withdrawnAt: now }).where(notWithdrawn(product.id))
    }
    const open = and(
      isNull(reports.decision),
      takeDown ? eq(reports.productId, product.id) : eq(reports.id, id),
    )
    // Those who reported it may be deleted meanwhile, which locks their reports.
    await db.select({ id: reports.id }).from(reports).where(open).orderBy(reports.id).for('update')
    const decided = await db
      .update(reports)
      .set({ decision, decisionReason: reason, decidedBy: who.id, decidedAt: now })
      .where(open)
      .returning({ reporterId: reports.reporterId })
    const details = { decision, productId: product.id, reports: decided.length }
    await recordAudit(db, { action: 'report-decided', at: now, actor: who.id, subject: id, details })
    const about = { product, reason, reporterIds: decided.map(({ reporterId }) => reporterId) }
    await (takeDown ? announceTakeDown : announceDismissal)(deps, db, about)
    return { count: decided.length, reasonCounts: true }
  })
}

/** The laptop of an open report, and its seller. */
async function findOpen(db: Db, id: string) {
  const [found] = await db
    .select({ productId: products.id, sellerId: products.sellerId })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .where(and(eq(reports.id, id), isNull(reports.decision)))
  return found
}

/** If its seller had withdrawn it, that time stays. */
const notWithdrawn = (id: string) => and(eq(products.id, id), isNull(products.withdrawnAt))

/** A report, read with its laptop locked: nobody else decides a report of the laptop until this transaction ends. */
async function lockReport(db: Db, id: string) {
  const [found] = await db.select({ productId: reports.productId }).from(reports).where(eq(reports.id, id))
  if (!found) return undefined
  const [product] = await db.select().from(products).where(eq(products.id, found.productId)).for('update')
  const [report] = await db.select().from(reports).where(eq(reports.id, id))
  return product && report && { product, report }
}
