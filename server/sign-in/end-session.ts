import { and, eq } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { sessions } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { notFound } from '../problems.ts'
import type { Caller } from './caller.ts'

/**
 * Ends one of a person's sessions, and with it its access tokens; answers how many that were: one. Problem:
 * `not-found`.
 */
export async function endSession(
  { pool, clock }: { pool: pg.Pool; clock: () => Date },
  who: Caller,
  { id }: { id: string },
): Promise<number> {
  return withTransaction(pool, async (db) => {
    const { rowCount } = await db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, who.id)))
    if (!rowCount) throw notFound('sign-in')
    await recordAudit(db, { action: 'session-ended', at: clock(), actor: who.id, subject: who.id })
    return rowCount
  })
}
