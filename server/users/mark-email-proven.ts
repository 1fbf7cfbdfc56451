import { eq } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { handOverOrders } from '../orders/hand-over-orders.ts'
import type { LockedPerson } from './lock-person.ts'

/** Like `proveEmail`, inside a transaction that began with `lockPerson`. */
export async function markEmailProven(
  db: Db,
  { person, guestOrders }: LockedPerson,
  now: Date,
): Promise<void> {
  const { id } = person
  if (!person.emailVerified) {
    await db.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, id))
    await recordAudit(db, { action: 'email-confirmed', at: now, actor: id, subject: id })
  }
  await handOverOrders(db, { ...person, emailVerified: true }, guestOrders)
}
