import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { accounts, sessions, users } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { lockPerson } from '../users/lock-person.ts'
import { markEmailProven } from '../users/mark-email-proven.ts'
import { credentialOf } from './accounts.queries.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/**
 * Before the proven owner of an e-mail address is let into an account that nobody has proven yet: its
 * password and all its sessions end, since a stranger may have made it to wait there, and the e-mail is
 * proven. Name and picture, which nobody can change later, become the owner's: the name they come with, and none.
 * All in one transaction. Does nothing to a proven account.
 */
export async function endUnprovenAccess(
  { pool, clock }: Deps,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const locked = await lockPerson(db, userId)
    if (!locked || locked.person.emailVerified) return
    await db.delete(accounts).where(credentialOf(userId))
    await db.delete(sessions).where(eq(sessions.userId, userId))
    await db.update(users).set({ name, image: null }).where(eq(users.id, userId))
    await markEmailProven(db, locked, clock())
  })
}
