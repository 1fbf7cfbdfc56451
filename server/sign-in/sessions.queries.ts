import { and, desc, eq } from 'drizzle-orm'
import type pg from 'pg'
import type { SignedInSession } from '#contract/users.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { sessions } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { Caller } from './caller.ts'
import { describeDevice } from './describe-device.ts'
import { eldestAlive, isAlive } from './find-caller.ts'

/** Where a person is signed in, last used first. Never with what a session is proven by. */
export async function listSessions(db: Db, who: Caller, now: Date): Promise<SignedInSession[]> {
  const { id, userAgent, createdAt, updatedAt } = sessions
  const rows = await db
    .select({ id, userAgent, createdAt, updatedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, who.id), isAlive(now, eldestAlive(now))))
    .orderBy(desc(updatedAt), desc(id))
  return rows.map((row) => ({
    _id: row.id,
    device: describeDevice(row.userAgent),
    current: row.id === who.sessionId,
    signedInDate: row.createdAt.toISOString(),
    lastUsedDate: row.updatedAt.toISOString(),
  }))
}

/** Ends one of a person's sessions, its access tokens with it; answers how many that were: one, or none. */
export async function endSession(
  { pool, clock }: { pool: pg.Pool; clock: () => Date },
  who: Caller,
  { id }: { id: string },
): Promise<number> {
  return withTransaction(pool, async (db) => {
    const { rowCount } = await db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, who.id)))
    if (!rowCount) return 0
    await recordAudit(db, { action: 'session-ended', at: clock(), actor: who.id, subject: who.id })
    return rowCount
  })
}
