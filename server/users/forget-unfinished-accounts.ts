import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { sessions, users } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { forgetMailedTokens } from '../sign-in/mailed-tokens.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/** How long an account may wait for its owner to say whether they buy or sell, in milliseconds. */
const PATIENCE_MS = 30 * 24 * 60 * 60_000

/**
 * Removes accounts that were never finished: nobody has said whether they buy or sell, so that they are in no list of an
 * admin, and nobody is signed in. The name and the e-mail may be those of somebody who has never heard of the shop.
 */
export async function forgetUnfinishedAccounts({ pool, clock }: Deps): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - PATIENCE_MS)
  await withTransaction(pool, async (db) => {
    const signedIn = db.select({ one: sql`1` }).from(sessions).where(eq(sessions.userId, users.id))
    const gone = await db
      .delete(users)
      .where(and(isNull(users.userType), lt(users.createdAt, before), notExists(signedIn)))
      .returning({ id: users.id, email: users.email })
    await forgetMailedTokens(db, gone)
    for (const { id } of gone)
      await recordAudit(db, { action: 'person-deleted', at: now, subject: id, details: { by: 'clean-up' } })
  })
}
