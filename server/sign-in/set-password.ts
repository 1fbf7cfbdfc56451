import { eq } from 'drizzle-orm'
import { newId } from '../database/ids.ts'
import { accounts, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { BY_PASSWORD } from './accounts.queries.ts'

/**
 * Sets a person's password, given as its hash, also for who had none: as the sign-in service keeps it. The mailed links
 * by which another could be set, which alone are about a person's id, end with the one before.
 */
export async function setPassword(db: Db, userId: string, password: string, now: Date): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId))
  await db
    .insert(accounts)
    .values({
      id: newId(now),
      userId,
      providerId: BY_PASSWORD,
      accountId: userId,
      password,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password, updatedAt: now },
    })
}
