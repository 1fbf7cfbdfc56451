import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { orders, products, sessions, users, wishlist } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'

/**
 * Makes an account an admin; only the operator's command does this (`server/admin.ts`). Their sessions end, so that
 * nothing goes on in their old role, and their wishlist is deleted. Answers whether they were `made` an admin, which is
 * false for one who is an admin already, and whether the e-mail is `proven`: if not, a stranger may have signed up with
 * it. Problems: `not-found`; `account-stays` for an account that has bought or sold, since an admin can do neither and
 * nobody could manage those orders and laptops.
 */
export async function makeAdmin(
  { pool, clock }: { pool: pg.Pool; clock: () => Date },
  { email }: { email: string },
): Promise<{ made: boolean; proven: boolean }> {
  return withTransaction(pool, async (db) => {
    const [person] = await db.select().from(users).where(eq(users.email, email)).for('update')
    if (!person)
      throw new Problem('not-found', `There is no account with the e-mail ${email}. Sign up with it first.`)
    const proven = person.emailVerified
    if (person.userType === 'admin') return { made: false, proven }
    // What was ordered from them are laptops of theirs, which stay theirs.
    const ordered = await db.$count(orders, eq(orders.buyerId, person.id))
    const laptops = await db.$count(products, eq(products.sellerId, person.id))
    if (ordered + laptops > 0)
      throw new Problem(
        'account-stays',
        `${email} has bought or sold here, so it stays a ${person.userType}. Sign up another account for the admin.`,
      )
    const now = clock()
    const admin = { userType: 'admin' as const, verifiedAt: null, verifiedBy: null, updatedAt: now }
    await db.update(users).set(admin).where(eq(users.id, person.id))
    await recordAudit(db, {
      action: 'role-changed',
      at: now,
      subject: person.id,
      details: { from: person.userType, to: 'admin', by: 'command' },
    })
    await db.delete(wishlist).where(eq(wishlist.buyerId, person.id))
    await db.delete(sessions).where(eq(sessions.userId, person.id))
    return { made: true, proven }
  })
}
