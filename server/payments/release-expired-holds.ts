import { and, eq, gt, lt, ne, or } from 'drizzle-orm'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { orders } from '../database/schema.ts'
import { cancelPayment } from './cancel-payment.ts'
import type { PaymentDeps } from './record-payment.ts'

/**
 * A claim that ends later than this from now was made while the clock was ahead, and would keep the laptop from
 * everybody else until then. Twice the normal time, so that a clock that is some minutes wrong ends no payment that is
 * under way.
 */
const LONGEST_MS = 2 * HOLD_MINUTES * 60_000

/** The claims that compete with one order: on the same laptop, or of the same buyer. */
type Rivals = { productId: string; buyerId: string; except: string }

/**
 * Ends claims that have expired, or that end impossibly late: `only` those that compete with one order, or all. The
 * intent is canceled at the provider first, so that nobody can pay for a laptop that is no longer held for them; the
 * provider may answer that the payment has succeeded (then it counts) or is being processed (then the claim goes on).
 */
export async function releaseExpiredHolds(deps: PaymentDeps, only?: Rivals): Promise<void> {
  const inTheWay =
    only &&
    and(
      or(eq(orders.productId, only.productId), eq(orders.buyerId, only.buyerId)),
      ne(orders.id, only.except),
    )
  const isOver = () => {
    const now = deps.clock()
    const isTooLong = gt(orders.heldUntil, new Date(now.getTime() + LONGEST_MS))
    return and(eq(orders.state, 'held'), or(lt(orders.heldUntil, now), isTooLong))
  }
  const expired = await deps.db.select({ id: orders.id }).from(orders).where(and(isOver(), inTheWay))
  for (const { id } of expired) {
    try {
      // The claims before it took their time at the provider, and its buyer may have come back to pay meanwhile.
      if (await deps.db.$count(orders, and(eq(orders.id, id), isOver()))) await cancelPayment(deps, id)
    } catch (error) {
      // A failure does not keep the others from ending, but a caller who needs one order's rivals gone cannot go on
      // without.
      if (only) throw error
      deps.log.error(
        { event: 'release-failed', orderId: id, err: error },
        'an expired claim could not be released',
      )
    }
  }
}
