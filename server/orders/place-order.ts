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

/** Visitors who are not signed in may order, five times an hour from one address; refused tries count too. */
const GUEST_ORDERS: Limit = { most: 5, seconds: 60 * 60, ofAsker: true }

/**
 * Places an order for a laptop: unpaid, at the laptop's current price. Several buyers may order one laptop; who pays
 * first gets it. If the same buyer orders it again, the first order is answered, at its price, with the phone number
 * and meeting place replaced by the new ones. The seller gets a mail about the change.
 *
 * A guest (nobody signed in) types a name and an e-mail. For a new order, mails queued in the same transaction tell
 * whoever ordered how to go on, and the seller. Nobody learns whether that e-mail has ordered the laptop before: a
 * guest who repeats an order is answered as for a new one, and the first stays as it is.
 *
 * Problems: `not-found` for no such laptop, and for a buyer who is deleted meanwhile, `laptop-not-available` if it is
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
    if (first && (await deleteGuestOrder(db, first))) first = undefined
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
    const isNew = !first && (await insertIfFirst(db, order))
    // A guest has ordered it before, or another request of the same person was faster: that order is the first.
    if (!isNew) first ??= await findEarlierOrder(db, buyer, product.id)
    // Locked after the order, as in a deletion of the person: in the opposite order the two would deadlock.
    if (who) await requireRole(db, who, 'buyer')
    if (isNew) {
      await mailOrder(deps, db, order, product, input.address)
      await mailSeller(deps, db, order, product, { at: now, address: input.address })
      return asNew
    }
    if (!first) throw notFound('laptop')
    // The first order's id or price would reveal that there is one, and whether it still exists.
    if (!who) return asNew
    await replaceTyped(deps, db, first, product, { ...typed, address: input.address })
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

/** Inserts an order; answers whether it is the first of its buyer for this laptop. */
async function insertIfFirst(db: Db, order: typeof orders.$inferInsert): Promise<boolean> {
  const { rowCount } = await db.insert(orders).values(order).onConflictDoNothing()
  return rowCount === 1
}

async function findEarlierOrder(db: Db, buyer: Buyer, productId: string) {
  const theirs = buyer.id
    ? eq(orders.buyerId, buyer.id)
    : and(isNull(orders.buyerId), eq(orders.buyerEmail, buyer.email), ne(orders.state, 'paid'))
  // Locked: otherwise, of two orders at the same moment, one would answer with an order that the other has deleted.
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.productId, productId), theirs))
    .for('update')
  return order
}

type Order = typeof orders.$inferSelect

/**
 * Deletes an earlier order if somebody placed it as a guest with the buyer's e-mail, now that the buyer orders
 * themselves (`handOverOrders` does so if they had ordered before their e-mail was proven). The buyer's own order has
 * the meeting place they type, and the price they have seen. Answers whether it was deleted.
 */
async function deleteGuestOrder(db: Db, { id, ofGuest }: Order): Promise<boolean> {
  if (!ofGuest) return false
  const { rowCount } = await db.delete(orders).where(and(eq(orders.id, id), eq(orders.state, 'open')))
  return rowCount === 1
}

/**
 * What a buyer types when they order again replaces what they typed before, until the order is paid; also while they
 * are paying, since it does not change what is charged. The same input again writes nothing.
 */
async function replaceTyped(
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
