import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { sessions } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** The most sessions of one person: far more than anybody has browsers. */
const MOST = 100

/**
 * Ends the sessions of a person that have been unused longest, so that with the new one there are a hundred: signing in
 * again and again has no limit, and the list of sessions is answered whole.
 */
export async function endSurplusSessions(
  db: Db,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const beyond = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.token, token)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .offset(MOST - 1)
  // A query of its own, because PostgreSQL also locks the rows that an offset skips. Of two sign-ins at the same moment
  // neither waits for the other.
  const spare = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, beyond))
    .for('update', { skipLocked: true })
  await db.delete(sessions).where(inArray(sessions.id, spare))
}
