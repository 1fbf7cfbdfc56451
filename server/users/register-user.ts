import { eq } from 'drizzle-orm'
import type pg from 'pg'
import type { z } from 'zod'
import { NOT_FOR_SELLERS } from '#contract/refusals.ts'
import type { NewUser } from '#contract/users.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { users } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { claimImage } from '../images/claim-image.ts'
import { handOverOrders } from '../orders/hand-over-orders.ts'
import { Problem } from '../problems.ts'
import { BY_PASSWORD, findSignInWays } from '../sign-in/accounts.queries.ts'
import { requireOwnEmail } from '../sign-in/admit.ts'
import type { Session } from '../sign-in/sign-in.ts'
import { lockNewcomer } from './lock-newcomer.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/**
 * Completes a sign-up: the person chooses Buyer or Seller, once, and sets their name and photo. Repeated, it changes
 * nothing, and it never makes an admin (`NewUser` does not allow that type). Problems: `not-allowed` for another's
 * e-mail and for a seller whose account was created with Google, `bad-input` at `/image` for a picture that is not an
 * upload of one's own, `not-signed-in` for an account that was deleted, or a session that was ended, meanwhile.
 */
export async function registerUser(
  { pool, clock }: Deps,
  who: Session,
  input: z.output<typeof NewUser>,
): Promise<{ id: string; isNew: boolean }> {
  requireOwnEmail(who.email, input.email)
  return withTransaction(pool, async (db) => {
    const locked = await lockNewcomer(db, who)
    if (!locked) return { id: who.userId, isNew: false }
    // A password that was set later by a mailed link does not change how the account was created.
    if (input.userType !== 'buyer' && (await findSignInWays(db, who.userId))[0] !== BY_PASSWORD)
      throw new Problem('not-allowed', NOT_FOR_SELLERS)
    const { image } = input
    const now = clock()
    const avatar = { ownerId: who.userId, purpose: 'avatar', now } as const
    if (image && !(await claimImage(db, { url: image, ...avatar })))
      throw new Problem('bad-input', 'The photo cannot be found. Please choose it again.', {
        errors: [{ pointer: '/image', message: 'Is not one of your uploads.' }],
      })
    const [registered] = await db
      .update(users)
      .set({ userType: input.userType, name: input.name, ...(image && { image }), updatedAt: now })
      .where(eq(users.id, who.userId))
      .returning()
    await recordAudit(db, {
      action: 'role-changed',
      at: now,
      actor: who.userId,
      subject: who.userId,
      details: { from: null, to: input.userType, by: 'sign-up' },
    })
    // Their e-mail may be proven already: by the mailed link that led them here, or by Google.
    if (registered) await handOverOrders(db, registered, locked.guestOrders)
    return { id: who.userId, isNew: true }
  })
}
