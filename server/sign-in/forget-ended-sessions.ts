import { gt, lt, not, or } from 'drizzle-orm'
import { deleteFewByFew } from '../database/delete-few-by-few.ts'
import { sessions, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { latestPlausible } from '../latest-plausible.ts'
import { aliveAt, isAlive } from './sessions.queries.ts'

/**
 * Removes expired sessions and mailed links: nobody needs their data any more. Those from a time when the clock was
 * ahead go, too, or they would be valid again once that time has come.
 */
export async function forgetEndedSessions({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const now = clock()
  const alive = isAlive(aliveAt(now))
  const isOver = or(lt(verifications.expiresAt, now), gt(verifications.createdAt, latestPlausible(now)))
  if (alive) await deleteFewByFew(db, sessions, not(alive))
  await deleteFewByFew(db, verifications, isOver)
}
