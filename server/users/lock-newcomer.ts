import { eq } from 'drizzle-orm'
import { sessions } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import { signInAgain } from '../sign-in/admit.ts'
import type { Session } from '../sign-in/sign-in.ts'
import { type LockedPerson, lockPerson } from './lock-person.ts'

/**
 * Locks a person who is completing a sign-up; undefined if they have a role already. Problem: `not-signed-in` for an
 * account that was deleted, or a session that was ended, meanwhile.
 */
export async function lockNewcomer(db: Db, who: Session): Promise<LockedPerson | undefined> {
  const locked = await lockPerson(db, who.userId)
  if (!locked) throw new Problem('not-signed-in', 'This account no longer exists.')
  if (locked.person.userType) return undefined
  // The owner of the e-mail may have ended it while this call waited for the lock: then a stranger is asking.
  if ((await db.$count(sessions, eq(sessions.id, who.id))) === 0) throw signInAgain()
  return locked
}
