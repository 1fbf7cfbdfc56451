import { gt, lt, not, or } from 'drizzle-orm'
import { deleteFewByFew } from '../database/delete-few-by-few.ts'
import { sessions, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { latestNoted } from '../latest-noted.ts'
import { aliveAt, isAlive } from './find-caller.ts'

/**
 * Removes sign-ins, and links that were mailed, whose time is over: nobody needs to know any more what they tell. Those
 * from a time when the clock was ahead go, too, or they would be good once that time has come.
 */
export async function forgetEndedSessions({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const now = clock()
  const alive = isAlive(aliveAt(now))
  const isOver = or(lt(verifications.expiresAt, now), gt(verifications.createdAt, latestNoted(now)))
  if (alive) await deleteFewByFew(db, sessions, not(alive))
  await deleteFewByFew(db, verifications, isOver)
}
