import { eq } from 'drizzle-orm'
import { orders } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { cancelPayment } from '../payments/cancel-payment.ts'
import { paymentInFlight } from '../payments/payment-in-flight.ts'
import { findOpenPayment, lockOrder } from '../payments/payments.queries.ts'
import type { PaymentDeps } from '../payments/record-payment.ts'
import { spendProviderCall } from '../payments/spend-provider-call.ts'
import { Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireOwnOrder } from './orders.queries.ts'

/**
 * Deletes a buyer's own unpaid order. An attempt to pay it is canceled at the provider first, so that it
 * cannot be charged once it is gone. Problems: `not-found`, `already-paid`, `payment-in-flight`, `too-many-requests`.
 */
export async function deleteOrder(deps: PaymentDeps, who: Caller, { id }: { id: string }): Promise<number> {
  await requireOwnOrder(deps.db, who, id)
  if (await findOpenPayment(deps.db, id)) await spendProviderCall(deps, who)
  await cancelPayment(deps, id)
  return withTransaction(deps.pool, async (db) => {
    const locked = await lockOrder(db, id)
    if (!locked) return 0
    if (locked.order.state === 'paid')
      throw new Problem('already-paid', 'This order is paid, so it stays. Its receipt is yours to keep.')
    if (await findOpenPayment(db, id)) throw paymentInFlight()
    const { rowCount } = await db.delete(orders).where(eq(orders.id, id))
    return rowCount ?? 0
  })
}
