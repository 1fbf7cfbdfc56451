import { and, eq, isNull, lt, ne, or } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import { orders } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { ensureIntent } from './ensure-intent.ts'
import { findOpenPayment } from './payments.queries.ts'
import { recordPayment } from './record-payment.ts'

type Deps = Parameters<typeof recordPayment>[0]

/** Claims that stand in the way of one: on the same laptop, or of the same buyer. */
type Rivals = { productId: string; buyerId: string; except: string }

/**
 * Ends the claims whose 15 minutes are over: those in the way of one order, or all. The provider is told first to cancel
 * the intent, so that nobody can pay for a laptop that is no longer kept for them; it may answer that the
 * payment has succeeded (then it counts) or is being processed (then the claim goes on). Answers how many
 * laptops are free again.
 */
export async function releaseExpiredHolds(deps: Deps, only: Rivals | undefined = undefined): Promise<number> {
  const inTheWay =
    only &&
    and(
      or(eq(orders.productId, only.productId), eq(orders.buyerId, only.buyerId)),
      ne(orders.id, only.except),
    )
  const expired = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'held'), lt(orders.heldUntil, deps.clock()), inTheWay))
  let released = 0
  for (const { id } of expired) {
    try {
      released += await release(deps, id)
    } catch (error) {
      // One that fails does not keep the others, but who asks for one cannot go on without it.
      if (only) throw error
      deps.log.error({ event: 'release-failed', orderId: id, err: error }, 'a claim could not be ended')
    }
  }
  return released
}

async function release(deps: Deps, orderId: string): Promise<number> {
  const payment = await findOpenPayment(deps.db, orderId)
  if (payment) {
    const intent = await ensureIntent(deps, payment)
    if (intent.status !== 'succeeded' && intent.status !== 'processing' && intent.status !== 'canceled')
      await deps.cards.cancelIntent(intent.id)
    await recordPayment(deps, intent.id)
  }
  return letGoIfUnpaid(deps, orderId)
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
    if (rowCount)
      await recordAudit(db, {
        action: 'hold-released',
        at: clock(),
        subject: orderId,
        details: { by: 'time' },
      })
    return rowCount ?? 0
  })
}
