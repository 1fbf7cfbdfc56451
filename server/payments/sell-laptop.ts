import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { recordAudit } from '../audit/record-audit.ts'
import { orders, products } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { CardIntent } from '../outside/card-payments.ts'
import { findPerson } from '../users/users.queries.ts'
import { announceSale } from './announce-sale.ts'
import type { LockedOrder, Payment } from './payments.queries.ts'

type Deps = { jobs: Jobs; log: Logger; publicUrl: string }

/**
 * Completes a sale in the payment's transaction: the order is paid, the laptop sold, and everyone concerned is told.
 */
export async function sellLaptop(
  deps: Deps,
  db: Db,
  { order, product, payment }: LockedOrder & { payment: Payment },
  intent: CardIntent,
  now: Date,
): Promise<void> {
  // Whoever pays a guest's order becomes its buyer.
  const buyer = order.ofGuest ? await findPerson(db, payment.buyerId) : undefined
  const name = buyer && { buyerName: buyer.name }
  // The shop may hear of it days after the card was charged. If the provider's clock is ahead, its own time is used.
  const paidAt = intent.chargedAt && intent.chargedAt < now ? intent.chargedAt : now
  const paid = { state: 'paid' as const, heldUntil: null, paidAt, ofGuest: false, ...name }
  await db.update(orders).set(paid).where(eq(orders.id, order.id))
  await db.update(products).set({ status: 'sold', soldAt: paidAt }).where(eq(products.id, product.id))
  await recordAudit(db, {
    action: 'product-sold',
    at: now,
    actor: payment.buyerId,
    subject: product.id,
    details: { by: 'payment', orderId: order.id },
  })
  await announceSale(deps, db, { order: { ...order, ...paid }, product }, intent.id)
  const about = { orderId: order.id, intentId: intent.id }
  deps.log.info({ event: 'payment-succeeded', ...about }, 'an order is paid')
  const { riskLevel } = intent
  if (riskLevel && riskLevel !== 'normal')
    deps.log.error({ event: 'payment-risky', ...about, riskLevel }, 'a payment may be fraud')
}
