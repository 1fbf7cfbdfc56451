import { and, eq, isNull, ne } from 'drizzle-orm'
import type pg from 'pg'
import type { NewBooking } from '#contract/orders.ts'
import { newId } from '../database/ids.ts'
import { orders, products } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { Limit } from '../limits/count-limit.ts'
import { spendLimit } from '../limits/spend-limit.ts'
import { notFound, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireRole } from '../users/require-role.ts'
import { mailOrder } from './mail-order.ts'
import { mailSeller } from './mail-seller.ts'
import type { Which } from './say-which.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date; jobs: Jobs; publicUrl: string }

/** Visitors who are not signed in may order, five times an hour from one address; what is refused counts too. */
const GUEST_ORDERS: Limit = { most: 5, seconds: 60 * 60, ofAsker: true }

/**
 * Places an order for a laptop: unpaid, at the price the laptop has now. Several buyers may order one
 * laptop; who pays first gets it. Ordered again by the same buyer, the first order is answered, at its price and to be
 * met where they say now. The seller is mailed what has changed.
 *
 * A guest (nobody signed in) types a name and an e-mail. Of a new order mails of the same transaction say how to go
 * on, to whoever ordered and to the seller. Whether that e-mail has ordered the laptop before is told to nobody: a
 * guest who repeats an order is answered as with a new one, and the first stays as it is.
 *
 * Problems: `not-found` for no such laptop, and for a buyer who is deleted meanwhile, `laptop-not-available` when it is
 * sold, `bad-input` for a guest without name or e-mail, `too-many-requests` for a guest's sixth try within an hour.
 */
export async function placeOrder(
  deps: Deps,
  who: Caller | undefined,
  input: NewBooking & { address: string },
): Promise<{ id: string; isNew: boolean; priceCents: number; isPaid: boolean }> {
  const buyer = who ? { id: who.id, name: who.name, email: who.email } : requireGuest(input)
  const now = deps.clock()
  if (!who) {
    const detail = 'Too many orders were placed without signing in. Please sign in to order more.'
    await spendLimit(deps.db, `guest-order ${input.address}`, GUEST_ORDERS, now, detail)
  }
  return withTransaction(deps.pool, async (db) => {
    const [product] = await db
      .select()
      .from(products)
      .where(and(eq(products.id, input.productId), isNull(products.withdrawnAt)))
      .for('share')
    if (!product) throw notFound('laptop')
    const typed = { buyerName: buyer.name, phone: input.phone, location: input.location }
    let first = who && (await findEarlierOrder(db, buyer, product.id))
    if (product.status !== 'available' && first?.state !== 'paid')
      throw new Problem('laptop-not-available', 'This laptop is sold. Have a look at the others.')
    if (first && (await isGivenUp(db, first))) first = undefined
    const order = {
      id: newId(now),
      productId: product.id,
      sellerId: product.sellerId,
      buyerId: buyer.id,
      buyerEmail: buyer.email,
      ...typed,
      productName: product.name,
      imageId: product.imageId,
      priceCents: product.currentPriceCents,
      ofGuest: !who,
      createdAt: now,
    }
    const asNew = { id: order.id, priceCents: order.priceCents, isNew: true, isPaid: false }
    const isNew = !first && (await isPlaced(db, order))
    // A guest has ordered it before, or the same person's other request was faster: that order is the first.
    if (!isNew) first ??= await findEarlierOrder(db, buyer, product.id)
    // After whatever may wait for an order, as whoever deletes them: the other way round the two would wait for each other.
    if (who) await requireRole(db, who, 'buyer')
    if (isNew) {
      await mailOrder(deps, db, order, product, input.address)
      await mailSeller(deps, db, order, product, { at: now, address: input.address })
      return asNew
    }
    if (!first) throw notFound('laptop')
    // The id of the first, or its price, would tell that there is one, and whether it still is.
    if (!who) return asNew
    await meetAsTyped(deps, db, first, product, { ...typed, address: input.address })
    return { id: first.id, priceCents: first.priceCents, isNew: false, isPaid: first.state === 'paid' }
  })
}

type Buyer = { id: string | null; name: string; email: string }

function requireGuest({ buyerName, buyerEmail }: NewBooking): Buyer {
  if (buyerName && buyerEmail) return { id: null, name: buyerName, email: buyerEmail }
  const errors = [
    ...(buyerName ? [] : [{ pointer: '/buyerName', message: 'Is required.' }]),
    ...(buyerEmail ? [] : [{ pointer: '/buyerEmail', message: 'Is required.' }]),
  ]
  throw new Problem('bad-input', 'Please type your name and your e-mail address, or sign in.', { errors })
}

/** Writes an order down; answers whether it is the first of its buyer for this laptop. */
async function isPlaced(db: Db, order: typeof orders.$inferInsert): Promise<boolean> {
  const { rowCount } = await db.insert(orders).values(order).onConflictDoNothing()
  return rowCount === 1
}

async function findEarlierOrder(db: Db, buyer: Buyer, productId: string) {
  const theirs = buyer.id
    ? eq(orders.buyerId, buyer.id)
    : and(isNull(orders.buyerId), eq(orders.buyerEmail, buyer.email), ne(orders.state, 'paid'))
  // Locked, or of two that order at the same moment one would answer with an order that the other has given up.
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.productId, productId), theirs))
    .for('update')
  return order
}

type Order = typeof orders.$inferSelect

/**
 * Whether an order goes, now that its buyer orders themselves: one that somebody placed as a guest with their e-mail, as
 * where they had ordered before it became theirs. Theirs is met where they say, and costs what they have seen.
 */
async function isGivenUp(db: Db, { id, ofGuest }: Order): Promise<boolean> {
  if (!ofGuest) return false
  const { rowCount } = await db.delete(orders).where(and(eq(orders.id, id), eq(orders.state, 'open')))
  return rowCount === 1
}

/**
 * What a buyer types when they order again counts, until it is paid; also while they are paying, since it changes
 * nothing of what is charged. The same sent again writes nothing.
 */
async function meetAsTyped(
  deps: Deps,
  db: Db,
  { id, ofGuest, buyerName, phone, location }: Order,
  product: Which,
  { address, ...typed }: Pick<Order, 'buyerName' | 'phone' | 'location'> & { address: string },
): Promise<void> {
  const isSame = buyerName === typed.buyerName && phone === typed.phone && location === typed.location
  if (isSame && !ofGuest) return
  const [changed] = await db
    .update(orders)
    .set({ ...typed, ofGuest: false })
    .where(and(eq(orders.id, id), ne(orders.state, 'paid')))
    .returning()
  if (changed) await mailSeller(deps, db, changed, product, { at: deps.clock(), address, changed: true })
}
