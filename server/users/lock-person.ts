import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { type GuestOrders, lockGuestOrders } from '../orders/hand-over-orders.ts'

export type LockedPerson = { person: typeof users.$inferSelect; guestOrders: GuestOrders }

/**
 * Locks a person whose e-mail may become proven, and before them the guest orders with it: as everywhere, laptops and
 * orders are locked first. Undefined if the person is gone.
 */
export async function lockPerson(db: Db, userId: string): Promise<LockedPerson | undefined> {
  const [found] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!found) return undefined
  const guestOrders = await lockGuestOrders(db, found.email)
  const [person] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  return person && { person, guestOrders }
}
