import { eq } from 'drizzle-orm'
import { newId } from '../database/ids.ts'
import { accounts, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { BY_PASSWORD } from './accounts.queries.ts'

/**
 * Stores the hash of a person's password, also for somebody who had none, in the sign-in service's form. Deletes the
 * mailed tokens by which another could be set, the only ones that are about a person's id.
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
