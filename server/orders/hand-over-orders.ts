import { and, eq, exists, inArray, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { orders, products, type users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

type Person = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'emailVerified' | 'userType'>

/** A guest cannot pay, so a paid order of nobody is that of a deleted account, and not a guest's. */
const ofGuest = (email: string) =>
  and(isNull(orders.buyerId), eq(orders.buyerEmail, email), eq(orders.state, 'open'))

/**
 * Gives a buyer whose e-mail is proven the orders that a guest placed with it, under the name of the account, as
 * anybody may have typed the guest's. Where the buyer has ordered the laptop too, theirs stays and the guest's goes.
 * Does nothing for anybody else, so it is called whenever somebody becomes such a buyer, in that change's transaction
 * and with the person's row locked; for somebody who may have orders already, after `lockGuestOrders`.
 */
export async function handOverOrders(
  db: Db,
  { id, name, email, emailVerified, userType }: Person,
): Promise<void> {
  if (!emailVerified || userType !== 'buyer') return
  const laptops = await lockGuestOrders(db, email)
  const theirs = and(ofGuest(email), inArray(orders.productId, laptops))
  const own = alias(orders, 'own')
  const ordered = db
    .select({ id: own.id })
    .from(own)
    .where(and(eq(own.buyerId, id), eq(own.productId, orders.productId)))
  await db.delete(orders).where(and(theirs, exists(ordered)))
  await db.update(orders).set({ buyerId: id, buyerName: name }).where(theirs)
}

/**
 * Locks what a guest ordered with an e-mail: the laptops, answered by their ids, so that nobody orders one of
 * them meanwhile, then the orders. As everywhere both come before the person.
 */
export async function lockGuestOrders(db: Db, email: string): Promise<string[]> {
  const laptops = await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, db.select({ id: orders.productId }).from(orders).where(ofGuest(email))))
    .orderBy(products.id)
    .for('update')
  await db.select({ id: orders.id }).from(orders).where(ofGuest(email)).orderBy(orders.id).for('update')
  return laptops.map(({ id }) => id)
}
