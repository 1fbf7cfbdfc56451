import { eq } from 'drizzle-orm'
import type { SignUpType } from '#contract/choices.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { admit } from '../sign-in/admit.ts'
import type { Caller } from '../sign-in/caller.ts'

/**
 * Refuses somebody whose role has changed since the call was accepted, and locks the role until the transaction ends:
 * either the command that makes an admin sees what is done here, or its change is seen here. Lock laptops and orders
 * before, as everywhere. Problems: `not-allowed`, `not-signed-in` for an account that is gone.
 */
export async function requireRole(db: Db, who: Caller, role: SignUpType): Promise<void> {
  const [person] = await db
    .select({ userType: users.userType })
    .from(users)
    .where(eq(users.id, who.id))
    .for('key share')
  admit(role, person && { ...who, ...person })
}
