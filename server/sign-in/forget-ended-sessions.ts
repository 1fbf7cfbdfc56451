import { lt, not } from 'drizzle-orm'
import { deleteFewByFew } from '../database/delete-few-by-few.ts'
import { sessions, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { eldestAlive, isAlive } from './find-caller.ts'

/** Removes sign-ins, and links that were mailed, whose time is over: nobody needs to know any more what they tell. */
export async function forgetEndedSessions({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const now = clock()
  const alive = isAlive(now, eldestAlive(now))
  if (alive) await deleteFewByFew(db, sessions, not(alive))
  await deleteFewByFew(db, verifications, lt(verifications.expiresAt, now))
}
