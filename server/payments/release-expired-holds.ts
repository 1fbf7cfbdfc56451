import { and, eq, gt, lt, ne, or } from 'drizzle-orm'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { orders } from '../database/schema.ts'
import { cancelPayment } from './cancel-payment.ts'
import type { PaymentDeps } from './record-payment.ts'

/**
 * A claim that lasts longer from now was made while the clock was ahead, and would keep the laptop from all others until
 * then. Twice its time, so that a clock that is some minutes wrong ends no payment that is under way.
 */
const LONGEST_MS = 2 * HOLD_MINUTES * 60_000

/** Claims that stand in the way of one: on the same laptop, or of the same buyer. */
type Rivals = { productId: string; buyerId: string; except: string }

/**
 * Ends the claims whose 15 minutes are over, or can never have been: those in the way of one order, or all. The provider is told first to cancel
 * the intent, so that nobody can pay for a laptop that is no longer kept for them; it may answer that the
 * payment has succeeded (then it counts) or is being processed (then the claim goes on).
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
      // Those before it took their time at the provider, and its buyer may have come back to pay meanwhile.
      if (await deps.db.$count(orders, and(eq(orders.id, id), isOver()))) await cancelPayment(deps, id)
    } catch (error) {
      // One that fails does not keep the others, but who asks for one cannot go on without it.
      if (only) throw error
      deps.log.error({ event: 'release-failed', orderId: id, err: error }, 'a claim could not be ended')
    }
  }
}
