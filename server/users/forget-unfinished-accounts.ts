import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { oneOf } from '../database/one-of.ts'
import { sessions, users } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { forgetMailedTokens } from '../sign-in/mailed-tokens.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/** How long an account may remain without its owner having chosen to buy or to sell, in milliseconds. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000
/** Few enough that nobody who signs up with the e-mail of one of them waits long. */
const AT_ONCE = 500

/**
 * Removes unfinished accounts: nobody has chosen to buy or to sell, so that they are in no list of an admin, and nobody
 * is signed in. The name and the e-mail may belong to somebody who has never heard of the shop. A few at a time, each
 * time in a transaction of its own, until none is left, even after a flood of sign-ups.
 */
export async function forgetUnfinishedAccounts(deps: Deps): Promise<void> {
  while ((await forgetSome(deps)) === AT_ONCE);
}

/** Answers how many were found. One that somebody has locked waits for the next time. */
function forgetSome({ pool, clock }: Deps): Promise<number> {
  const now = clock()
  const before = new Date(now.getTime() - KEPT_FOR_MS)
  return withTransaction(pool, async (db) => {
    const signedIn = db.select({ one: sql`1` }).from(sessions).where(eq(sessions.userId, users.id))
    const unfinished = and(isNull(users.userType), lt(users.createdAt, before), notExists(signedIn))
    const found = await db
      .select({ id: users.id })
      .from(users)
      .where(unfinished)
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    const ids = found.map(({ id }) => id)
    // Checked again: somebody may have signed in before its row was locked.
    const gone = await db
      .delete(users)
      .where(and(oneOf(users.id, ids), unfinished))
      .returning({ id: users.id, email: users.email })
    await forgetMailedTokens(db, gone)
    const details = { by: 'clean-up' }
    await recordAudit(
      db,
      ...gone.map(({ id }) => ({ action: 'person-deleted' as const, at: now, subject: id, details })),
    )
    return ids.length
  })
}
