import { and, eq, max, ne } from 'drizzle-orm'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { newId } from '../database/ids.ts'
import { orders, payments, users } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { requireOwnOrder } from '../orders/orders.queries.ts'
import { refuseIfClaimed } from '../orders/refuse-if-claimed.ts'
import type { CardIntentStatus } from '../outside/card-payments.ts'
import { notFound, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { auditPayment } from './audit-payment.ts'
import { spendClaim } from './claim-limit.ts'
import { ensureIntent, noneIfOver, type PayableIntent, requirePayable } from './ensure-intent.ts'
import { beingProcessed } from './payment-in-flight.ts'
import { findOpenPayment, holdUntil, lockOrder, type Order, type Payment } from './payments.queries.ts'
import { type PaymentDeps, recordPayment } from './record-payment.ts'
import { releaseExpiredHolds } from './release-expired-holds.ts'
import { sayCharged } from './say-charged.ts'
import { spendProviderCall } from './spend-provider-call.ts'
import { refuseWhileClaimsPause } from './while-claims-pause.ts'

/** How many laptops are held for one buyer at most: as a number, and as a sentence says it. */
const MOST_HOLDS = 3
const MOST_HOLDS_IN_WORDS = 'three'
/** The states in which an intent waits for its buyer to pay it. */
const PAYABLE: readonly CardIntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]
const SOLD = 'This laptop was sold to somebody else.'

/**
 * Begins paying an order: claims its laptop for 15 minutes and answers the provider's intent for exactly the order's
 * price. Called again, it answers the same intent; the claim is not renewed before it has expired, so that nobody keeps
 * a laptop from others for ever. `priceCents` is what the page showed and is only compared.
 *
 * Problems: `not-found` (not the buyer's order), `already-paid`, `price-differs`, `laptop-not-available`, `laptop-held`
 * (another buyer is paying, or an admin is ending the seller's payments), `too-many-holds`, `too-many-requests` (a
 * fourth claim of the laptop in two hours, a 31st payment in an hour, or too many calls to the provider),
 * `payment-in-flight` (it has been paid and the provider is processing it); CardProviderUnavailable when the provider
 * cannot be asked.
 */
export async function createPaymentIntent(
  deps: PaymentDeps,
  who: Caller,
  input: { bookingId: string; priceCents: number },
): Promise<{ intent: PayableIntent; heldUntil: Date }> {
  await spendProviderCall(deps, who)
  await releaseRivals(deps, who, input.bookingId)
  const claim = await claimLaptop(deps, who, input)
  const intent = await ensureIntent(deps, claim.payment).catch(noneIfOver)
  if (intent && PAYABLE.includes(intent.status))
    return { intent: requirePayable(claim.payment, intent), heldUntil: claim.heldUntil }
  const recorded = intent && (await recordPayment(deps, intent.id))
  if (recorded?.inFlight) throw beingProcessed()
  // If the provider gave that attempt up, or never made it, the next attempt gets a key and an intent of its own.
  const next = await claimLaptop(deps, who, input)
  const made = await ensureIntent(deps, next.payment)
  return { intent: requirePayable(next.payment, made), heldUntil: next.heldUntil }
}

/** Releases expired claims that are in the way; that asks the provider, so it comes before the transaction. */
async function releaseRivals(deps: PaymentDeps, who: Caller, orderId: string): Promise<void> {
  const { productId } = await requireOwnOrder(deps.db, who, orderId)
  await releaseExpiredHolds(deps, { productId, buyerId: who.id, except: orderId })
}

function claimLaptop(
  { pool, clock }: PaymentDeps,
  who: Caller,
  { bookingId, priceCents }: { bookingId: string; priceCents: number },
): Promise<{ payment: Payment; heldUntil: Date }> {
  return withTransaction(pool, async (db) => {
    const locked = await lockOrder(db, bookingId)
    // Read only now: another request may have claimed it meanwhile, at a later time.
    const now = clock()
    if (!locked || locked.order.buyerId !== who.id) throw notFound('order')
    const { product, order } = locked
    if (order.state === 'paid')
      throw new Problem('already-paid', 'This order is paid. Your receipt is under My Orders.')
    if (order.priceCents !== priceCents)
      throw new Problem('price-differs', 'This order has a different price. Please reload the page.')
    if (product.status !== 'available' || product.withdrawnAt) {
      const what = product.withdrawnAt ? 'This laptop is no longer for sale.' : SOLD
      throw new Problem('laptop-not-available', `${what} ${(await sayCharged(db, [order.id]))(order.id)}`)
    }
    await refuseWhileClaimsPause(db, product.sellerId, now)
    await refuseIfClaimed(db, product.id, { now, paid: SOLD, except: order.id })
    await refuseTooManyHolds(db, who.id, order.id)
    const renewed = holdUntil(now)
    const kept = order.heldUntil
    const goesOn = kept && kept > now && kept <= renewed
    if (!goesOn) await spendClaim(db, { buyerId: who.id, productId: product.id }, now)
    const heldUntil = goesOn ? kept : renewed
    await db.update(orders).set({ state: 'held', heldUntil }).where(eq(orders.id, order.id))
    const payment = (await findOpenPayment(db, order.id)) ?? (await beginAttempt(db, order, now))
    return { payment, heldUntil }
  })
}

/** A new attempt at paying an order, under a key of its own. */
async function beginAttempt(db: Db, order: Order, now: Date): Promise<Payment> {
  const [last] = await db
    .select({ attempt: max(payments.attempt) })
    .from(payments)
    .where(eq(payments.orderId, order.id))
  const attempt = (last?.attempt ?? 0) + 1
  const [payment] = await db
    .insert(payments)
    .values({
      id: newId(now),
      orderId: order.id,
      productId: order.productId,
      buyerId: order.buyerId,
      attempt,
      idempotencyKey: `order-${order.id}-${attempt}`,
      amountCents: order.priceCents,
      state: 'requested',
      createdAt: now,
    })
    .returning()
  await auditPayment(db, 'payment-requested', payment!, now)
  return payment!
}

/** Locks the buyer's row, so that payments they begin at the same moment are counted one after the other. */
async function refuseTooManyHolds(db: Db, buyerId: string, orderId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, buyerId)).for('no key update')
  const others = and(eq(orders.buyerId, buyerId), eq(orders.state, 'held'), ne(orders.id, orderId))
  if ((await db.$count(orders, others)) >= MOST_HOLDS)
    throw new Problem(
      'too-many-holds',
      `You have started ${MOST_HOLDS_IN_WORDS} payments. Please finish one, or wait ${HOLD_MINUTES} minutes.`,
    )
}
