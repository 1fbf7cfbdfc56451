import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { sessions } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** Of one person at a time: far more than anybody has browsers. */
const MOST = 100
/** Of what a browser calls itself, in characters: several times what tells which it is. */
const MOST_OF_NAME = 500

/** A session as it is kept: a header may be as long as the rest of a request. */
export const withShortName = ({ userAgent }: { userAgent?: string | null | undefined }) => ({
  data: { userAgent: userAgent?.slice(0, MOST_OF_NAME) },
})

/**
 * Ends those of a person's sessions that were unused longest, so that with the one just begun there are a hundred: to sign
 * in again and again costs nobody a try, and the list of them is answered whole.
 */
export async function endSpareSessions(
  db: Db,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const beyond = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.token, token)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .offset(MOST - 1)
  // By itself: PostgreSQL locks what an offset leaves out, too. Of two sign-ins at the same moment neither waits for the other.
  const spare = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, beyond))
    .for('update', { skipLocked: true })
  await db.delete(sessions).where(inArray(sessions.id, spare))
}
