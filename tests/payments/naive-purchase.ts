import { and, eq, ne } from 'drizzle-orm'
import { newId } from '#server/database/ids.ts'
import { orders, payments, products } from '#server/database/schema.ts'
import { Problem } from '#server/problems.ts'
import type { FrontDoor } from '#tests/support/front-door.ts'
import type { Person } from '#tests/support/people.ts'

type Deps = Pick<FrontDoor['deps'], 'db' | 'cards' | 'clock'>

/**
 * A purchase written without thinking of two buyers at once: it checks whether the laptop is free and then claims it,
 * with neither lock nor transaction. Kept to show that the rounds find the resulting faults.
 */
export async function naivelyBegin({ db, cards, clock }: Deps, who: Person, bookingId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, bookingId))
  if (!order || order.buyerId !== who.id) throw new Problem('not-found', 'No such order.')
  const [product] = await db.select().from(products).where(eq(products.id, order.productId))
  const rivals = and(eq(orders.productId, order.productId), ne(orders.state, 'open'))
  if (product?.status !== 'available' || (await db.$count(orders, rivals)))
    throw new Problem('laptop-held', 'Another buyer is paying for this laptop right now.')
  const now = clock()
  const heldUntil = new Date(now.getTime() + 15 * 60_000)
  await db.update(orders).set({ state: 'held', heldUntil }).where(eq(orders.id, order.id))
  const payment = {
    id: newId(now),
    orderId: order.id,
    productId: order.productId,
    buyerId: who.id,
    attempt: 1,
  }
  const amountCents = order.priceCents
  const intent = await cards.createIntent({
    amountCents,
    orderId: order.id,
    paymentId: payment.id,
    description: 'naive',
    idempotencyKey: payment.id,
  })
  const open = {
    ...payment,
    amountCents,
    idempotencyKey: payment.id,
    intentId: intent.id,
    state: 'open' as const,
  }
  await db.insert(payments).values({ ...open, createdAt: now })
  return { client_secret: intent.clientSecret, publishableKey: cards.publishableKey }
}

/** Trusts the provider that the card was charged, and checks nothing else. */
export async function naivelyRecord({ db, cards, clock }: Deps, bookingId: string, intentId: string) {
  const intent = await cards.readIntent(intentId)
  if (intent?.status !== 'succeeded') throw new Problem('payment-not-succeeded', 'Not charged.')
  const now = clock()
  await db.update(orders).set({ state: 'paid', heldUntil: null, paidAt: now }).where(eq(orders.id, bookingId))
  await db.update(payments).set({ state: 'succeeded', settledAt: now }).where(eq(payments.intentId, intentId))
  const [order] = await db.select().from(orders).where(eq(orders.id, bookingId))
  if (!order) throw new Problem('not-found', 'No such order.')
  await db.update(products).set({ status: 'sold', soldAt: now }).where(eq(products.id, order.productId))
  return { acknowledged: true }
}
