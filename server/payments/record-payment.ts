import { eq, or } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import { orders, paymentEvents, payments, products } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { CardEvent, CardIntent, CardPayments } from '../outside/card-payments.ts'
import { announceSale } from './announce-sale.ts'
import { holdUntil, lockOrder, type Order, type Payment } from './payments.queries.ts'
import { refundPayment } from './refund-payment.ts'

type Deps = {
  pool: pg.Pool
  db: Db
  clock: () => Date
  cards: CardPayments
  jobs: Jobs
  log: Logger
  publicUrl: string
}

/**
 * Brings the shop in line with what the provider says of one payment. The page's report, the provider's
 * event and the reconciler all end here; each may come first, twice or never, in any order: the intent is
 * read from the provider anew, and a payment that is settled stays as it is.
 *
 * Succeeded with exactly the order's amount and currency: the order becomes paid and the laptop sold, in one
 * transaction. Succeeded but the laptop is gone, the order is gone, or the amount is another: refunded in
 * full. Canceled: the laptop is free again. Declined: the reason is kept. Answers the payment as it stands,
 * or undefined where the provider or the shop does not know it.
 */
export async function recordPayment(
  deps: Deps,
  intentId: string,
  event?: CardEvent,
): Promise<Payment | undefined> {
  const intent = await deps.cards.readIntent(intentId)
  if (!intent) return undefined
  const payment = await withTransaction(deps.pool, async (db) => {
    if (event && !(await isNewEvent(db, event, deps.clock()))) return findPayment(db, intent)
    return settle(deps, db, intent)
  })
  if (!payment)
    deps.log.error(
      { event: 'payment-unknown', intentId },
      'the provider has a payment that the shop does not know',
    )
  return payment?.state === 'refund-due' ? refundPayment(deps, payment) : payment
}

async function isNewEvent(db: Db, { id, type, intentId }: CardEvent, now: Date): Promise<boolean> {
  const row = { eventId: id, type, intentId: intentId ?? null, receivedAt: now }
  const { rowCount } = await db.insert(paymentEvents).values(row).onConflictDoNothing()
  return rowCount === 1
}

async function findPayment(db: Db, intent: CardIntent): Promise<Payment | undefined> {
  // By our own number too: a crash may have come between the provider's answer and our note of it.
  const known = eq(payments.intentId, intent.id)
  const [payment] = await db
    .select()
    .from(payments)
    .where(intent.paymentId ? or(known, eq(payments.id, intent.paymentId)) : known)
  return payment
}

async function settle(deps: Deps, db: Db, intent: CardIntent): Promise<Payment | undefined> {
  const found = await findPayment(db, intent)
  if (!found || (found.intentId && found.intentId !== intent.id)) return undefined
  const locked = found.orderId ? await lockOrder(db, found.orderId) : undefined
  const [payment] = await db.select().from(payments).where(eq(payments.id, found.id)).for('update')
  if (!payment) return undefined
  const now = deps.clock()
  if (payment.state === 'succeeded' || payment.state === 'refund-due' || payment.state === 'refunded') {
    if (!intent.disputed || payment.disputedAt) return payment
    // The order stays paid and the laptop sold: people decide what becomes of a dispute.
    deps.log.error({ event: 'payment-disputed', intentId: intent.id }, 'a payment is disputed')
    return update(db, payment, { disputedAt: now })
  }
  switch (intent.status) {
    case 'succeeded': {
      const fault = locked ? await whyNotPaid(db, intent, payment, locked) : 'the order is gone'
      if (!locked || fault) {
        deps.log.error({ event: 'payment-returned', intentId: intent.id, fault }, 'a payment is returned')
        if (locked?.order.state === 'held') await letGo(db, locked.order)
        return update(db, payment, { intentId: intent.id, state: 'refund-due' })
      }
      const paid = { state: 'paid' as const, heldUntil: null, paidAt: now }
      await db.update(orders).set(paid).where(eq(orders.id, locked.order.id))
      await db.update(products).set({ status: 'sold', soldAt: now }).where(eq(products.id, locked.product.id))
      await announceSale(deps, db, { ...locked.order, ...paid }, intent.id)
      deps.log.info(
        { event: 'payment-succeeded', orderId: locked.order.id, intentId: intent.id },
        'an order is paid',
      )
      return update(db, payment, { intentId: intent.id, state: 'succeeded', settledAt: now })
    }
    case 'canceled':
      if (locked?.order.state === 'held') await letGo(db, locked.order)
      return update(db, payment, { intentId: intent.id, state: 'canceled', settledAt: now })
    case 'processing':
      if (locked?.order.state === 'held')
        await db
          .update(orders)
          .set({ heldUntil: holdUntil(now) })
          .where(eq(orders.id, locked.order.id))
      return update(db, payment, { intentId: intent.id, state: 'open' })
    default:
      return update(db, payment, {
        intentId: intent.id,
        state: 'open',
        lastDecline: intent.lastDecline?.message ?? payment.lastDecline,
      })
  }
}

/** A signed event proves who speaks, not that the sum is right: everything is compared with our own rows. */
async function whyNotPaid(
  db: Db,
  intent: CardIntent,
  payment: Payment,
  { order, product }: NonNullable<Awaited<ReturnType<typeof lockOrder>>>,
): Promise<string | undefined> {
  if (intent.currency !== payment.currency) return 'the currency is another'
  if (intent.amountReceivedCents !== order.priceCents || intent.amountCents !== order.priceCents)
    return 'the amount is another'
  if (intent.orderId !== order.id) return 'it was made for another order'
  if (order.state === 'paid') return 'the order is paid already'
  if (product.status !== 'available') return 'the laptop is sold'
  const rivals = await db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(eq(orders.productId, product.id))
  if (rivals.some((rival) => rival.id !== order.id && rival.state !== 'open'))
    return 'the laptop is claimed by another order'
  return undefined
}

async function letGo(db: Db, order: Order): Promise<void> {
  await db.update(orders).set({ state: 'open', heldUntil: null }).where(eq(orders.id, order.id))
}

async function update(db: Db, payment: Payment, change: Partial<Payment>): Promise<Payment> {
  await db.update(payments).set(change).where(eq(payments.id, payment.id))
  return { ...payment, ...change }
}
