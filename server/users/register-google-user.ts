import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { users } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { handOverOrders } from '../orders/hand-over-orders.ts'
import { Problem } from '../problems.ts'
import { findSignInWays } from '../sign-in/accounts.queries.ts'
import { requireOwnEmail } from '../sign-in/admit.ts'
import type { Session } from '../sign-in/sign-in.ts'
import { lockNewcomer } from './lock-newcomer.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/**
 * Makes a person who signed in with Google and has no role yet a buyer; answers how many accounts changed: one, or
 * none. Whoever has a role keeps it, and name and picture stay as they are. Problems: `not-allowed` for another's
 * e-mail, and for a person without a role who never signed in with Google; `not-signed-in` for an account that was
 * deleted, or a session that was ended, meanwhile.
 */
export async function registerGoogleUser(
  { pool, clock }: Deps,
  who: Session,
  { emails }: { emails: string[] },
): Promise<number> {
  for (const email of emails) requireOwnEmail(who.email, email)
  return withTransaction(pool, async (db) => {
    const locked = await lockNewcomer(db, who)
    if (!locked) return 0
    if (!(await findSignInWays(db, who.userId)).includes('google'))
      throw new Problem('not-allowed', 'This account has not signed in with Google.')
    const now = clock()
    await db.update(users).set({ userType: 'buyer', updatedAt: now }).where(eq(users.id, who.userId))
    await recordAudit(db, {
      action: 'role-changed',
      at: now,
      actor: who.userId,
      subject: who.userId,
      details: { from: null, to: 'buyer', by: 'google' },
    })
    await handOverOrders(db, { ...locked.person, userType: 'buyer' }, locked.guestOrders)
    return 1
  })
}
