import { and, eq, isNull } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { users } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import { notFound } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'

type Deps = { pool: pg.Pool; clock: () => Date; jobs: Jobs; publicUrl: string }

/**
 * Verifies a seller: all their laptops carry the badge from now on. Who did it and when is recorded, and the seller is
 * told by mail. Answers how many changed: 0 for one who is verified already. Problem: `not-found`, also for somebody
 * who is no seller.
 */
export async function verifySeller(
  { pool, clock, jobs, publicUrl }: Deps,
  who: Caller,
  { id }: { id: string },
): Promise<number> {
  return withTransaction(pool, async (db) => {
    const now = clock()
    const seller = and(eq(users.id, id), eq(users.userType, 'seller'))
    const [verified] = await db
      .update(users)
      .set({ verifiedAt: now, verifiedBy: who.id })
      .where(and(seller, isNull(users.verifiedAt)))
      .returning({ name: users.name, email: users.email, emailVerified: users.emailVerified })
    if (!verified) {
      if ((await db.$count(users, seller)) === 0) throw notFound('seller')
      return 0
    }
    await recordAudit(db, { action: 'seller-verified', at: now, actor: who.id, subject: id })
    await jobs.sendMail(db, {
      to: verified.email,
      subject: 'You are a verified seller',
      text: [
        greet(verified),
        'Clamshell has verified you. From now on your laptops show it with a badge beside your name.',
      ],
      action: { label: 'My Products', url: `${publicUrl}/dashboard/myproducts` },
    })
    return 1
  })
}
