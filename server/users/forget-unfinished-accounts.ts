import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm'
import { sessions, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** How long an account may wait for its owner to say whether they buy or sell, in milliseconds. */
const PATIENCE_MS = 30 * 24 * 60 * 60_000

/**
 * Removes accounts that were never finished: nobody has said whether they buy or sell, so that they are in no list of an
 * admin, and nobody is signed in. The name and the e-mail may be those of somebody who has never heard of the shop.
 */
export async function forgetUnfinishedAccounts({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const before = new Date(clock().getTime() - PATIENCE_MS)
  const signedIn = db.select({ one: sql`1` }).from(sessions).where(eq(sessions.userId, users.id))
  await db.delete(users).where(and(isNull(users.userType), lt(users.createdAt, before), notExists(signedIn)))
}
