import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { accounts, sessions, users } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { lockPerson } from '../users/lock-person.ts'
import { markEmailProven } from '../users/mark-email-proven.ts'
import { credentialOf } from './accounts.queries.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/**
 * For the proven owner of an e-mail address, before they are let into an account whose e-mail nobody has proven yet:
 * ends its password and all its sessions, since a stranger may have made it and be waiting there, and marks the e-mail
 * as proven. Name and picture, which nobody can change later, are replaced: by the name that the owner comes with, and
 * none. All in one transaction. Does nothing to a proven account.
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
