import { and, eq, isNull, lt, ne } from 'drizzle-orm'
import { orders } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { ensureIntent } from './ensure-intent.ts'
import { findOpenPayment } from './payments.queries.ts'
import { recordPayment } from './record-payment.ts'

type Deps = Parameters<typeof recordPayment>[0]

/**
 * Ends the claims whose 15 minutes are over: of one laptop, or of all. The provider is told first to cancel
 * the intent, so that nobody can pay for a laptop that is no longer kept for them; it may answer that the
 * payment has succeeded (then it counts) or is being processed (then the claim goes on). Answers how many
 * laptops are free again.
 */
export async function releaseExpiredHolds(
  deps: Deps,
  only: { productId: string; except: string } | undefined = undefined,
): Promise<number> {
  const ofLaptop = only && and(eq(orders.productId, only.productId), ne(orders.id, only.except))
  const expired = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'held'), lt(orders.heldUntil, deps.clock()), ofLaptop))
  let released = 0
  for (const { id } of expired) {
    const payment = await findOpenPayment(deps.db, id)
    if (payment) {
      const intent = await ensureIntent(deps, payment)
      if (intent.status !== 'succeeded' && intent.status !== 'processing' && intent.status !== 'canceled')
        await deps.cards.cancelIntent(intent.id)
      await recordPayment(deps, intent.id)
    }
    released += await letGoIfUnpaid(deps, id)
  }
  return released
}

/** A claim without any attempt at the provider has nothing to wait for; one that was settled is no longer held. */
function letGoIfUnpaid({ pool, clock }: Deps, orderId: string): Promise<number> {
  return withTransaction(pool, async (db) => {
    if (await findOpenPayment(db, orderId)) return 0
    const { rowCount } = await db
      .update(orders)
      .set({ state: 'open', heldUntil: null })
      .where(
        and(
          eq(orders.id, orderId),
          eq(orders.state, 'held'),
          lt(orders.heldUntil, clock()),
          isNull(orders.paidAt),
        ),
      )
    return rowCount ?? 0
  })
}
