import { and, eq, exists, inArray, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { oneOf } from '../database/one-of.ts'
import { orders, products, type users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

type Person = Pick<typeof users.$inferSelect, 'id' | 'emailVerified' | 'userType'>
/** Ids of orders that are locked, with their laptops. */
export type GuestOrders = string[]

/** A guest cannot pay, so a paid order without a buyer is that of a deleted account, and not a guest's. */
const ofGuest = (email: string) =>
  and(isNull(orders.buyerId), eq(orders.buyerEmail, email), eq(orders.state, 'open'))

/**
 * Gives a buyer whose e-mail is proven the orders that a guest placed with it. Until the buyer orders or pays for that
 * laptop, they stay as they were typed, by anybody: their seller, who may be the one, learns nothing of whose e-mail it
 * is. If the buyer has ordered the laptop too, their own order stays and the guest's is deleted. Does nothing for
 * anybody else, so it is called whenever somebody may have become such a buyer, in the transaction of that change,
 * which began with `lockPerson`. What a guest orders after that is handed over by its own mailed link.
 */
export async function handOverOrders(
  db: Db,
  { id, emailVerified, userType }: Person,
  guestOrders: GuestOrders,
): Promise<void> {
  if (!emailVerified || userType !== 'buyer') return
  const theirs = oneOf(orders.id, guestOrders)
  const own = alias(orders, 'own')
  const ordered = db
    .select({ id: own.id })
    .from(own)
    .where(and(eq(own.buyerId, id), eq(own.productId, orders.productId)))
  await db.delete(orders).where(and(theirs, exists(ordered)))
  await db.update(orders).set({ buyerId: id }).where(theirs)
}

/**
 * Locks what a guest ordered with an e-mail: the laptops, so that nobody orders one of them meanwhile, then the orders.
 * Only once in a transaction, and before the person: an order that came since would have its laptop locked after them.
 */
export async function lockGuestOrders(db: Db, email: string): Promise<GuestOrders> {
  const laptops = await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, db.select({ id: orders.productId }).from(orders).where(ofGuest(email))))
    .orderBy(products.id)
    .for('update')
  const ofThese = oneOf(
    orders.productId,
    laptops.map(({ id }) => id),
  )
  const locked = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofGuest(email), ofThese))
    .orderBy(orders.id)
    .for('update')
  return locked.map(({ id }) => id)
}
