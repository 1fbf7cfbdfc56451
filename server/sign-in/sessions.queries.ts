import { and, desc, eq } from 'drizzle-orm'
import type { SignedInSession } from '#contract/users.ts'
import { sessions } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Caller } from './caller.ts'
import { describeDevice } from './describe-device.ts'
import { aliveAt, isAlive } from './find-caller.ts'

/** Where a person is signed in, last used first. Never with the secret that proves a session. */
export async function listSessions(db: Db, who: Caller, now: Date): Promise<SignedInSession[]> {
  const { id, userAgent, createdAt, updatedAt } = sessions
  const rows = await db
    .select({ id, userAgent, createdAt, updatedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, who.id), isAlive(aliveAt(now))))
    .orderBy(desc(updatedAt), desc(id))
  return rows.map((row) => ({
    _id: row.id,
    device: describeDevice(row.userAgent),
    current: row.id === who.sessionId,
    signedInDate: row.createdAt.toISOString(),
    lastUsedDate: row.updatedAt.toISOString(),
  }))
}
