import { eq } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { handOverOrders, lockGuestOrders } from '../orders/hand-over-orders.ts'

/** As `proveEmail`, inside a transaction that is under way and holds neither laptops nor orders yet. */
export async function markEmailProven(db: Db, userId: string, now: Date): Promise<void> {
  const [found] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!found) return
  await lockGuestOrders(db, found.email)
  const [person] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  if (!person) return
  if (!person.emailVerified) {
    await db.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, userId))
    await recordAudit(db, { action: 'email-confirmed', at: now, actor: userId, subject: userId })
  }
  await handOverOrders(db, { ...person, emailVerified: true })
}
