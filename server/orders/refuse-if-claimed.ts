import { and, eq, ne } from 'drizzle-orm'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import { claims } from './orders.queries.ts'

/**
 * Refuses while an order, `except` one's own, claims a laptop that is locked: `already-paid`, with what that means for
 * the request, or `laptop-held`. An expired claim still counts until the provider has said that it was not paid.
 */
export async function refuseIfClaimed(
  db: Db,
  productId: string,
  { now, paid, except }: { now: Date; paid: string; except?: string },
): Promise<void> {
  const [claim] = await db
    .select({ state: orders.state, heldUntil: orders.heldUntil })
    .from(orders)
    .where(and(eq(orders.productId, productId), claims, except ? ne(orders.id, except) : undefined))
  if (!claim) return
  if (claim.state === 'paid') throw new Problem('already-paid', paid)
  throw new Problem(
    'laptop-held',
    claim.heldUntil && claim.heldUntil > now
      ? `A buyer is paying for this laptop right now. If they do not finish within ${HOLD_MINUTES} minutes, it becomes available again.`
      : 'A buyer started to pay for this laptop. Their time is over, and we are asking the card provider whether they paid: please try again in a minute.',
  )
}
