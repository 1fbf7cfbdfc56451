import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { NewUser } from '#contract/users.ts'
import { users } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { requireOwnEmail } from '../http.ts'
import { claimImage } from '../images/claim-image.ts'
import { Problem } from '../problems.ts'
import type { Session } from '../sign-in/sign-in.ts'

type Deps = { db: Db; pool: Parameters<typeof withTransaction>[0]; clock: () => Date }

/**
 * Completes a sign-up: the person chooses Buyer or Seller, once, and brings their name and photo. Repeated,
 * it changes nothing, and it never makes an admin (`NewUser` does not know that type). 403 for another's
 * e-mail, 400 for a picture that is not an upload of one's own.
 */
export async function registerUser(
  { pool, clock }: Deps,
  who: Session,
  input: z.output<typeof NewUser>,
): Promise<{ id: string; isNew: boolean }> {
  requireOwnEmail(who.email, input.email)
  return withTransaction(pool, async (db) => {
    const [unchosen] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, who.userId), isNull(users.userType)))
      .for('update')
    if (!unchosen) return { id: who.userId, isNew: false }
    const image = input.image
      ? await claimImage(db, { url: input.image, ownerId: who.userId, purpose: 'avatar', now: clock() })
      : undefined
    if (input.image && !image)
      throw new Problem('bad-input', 'The photo is no longer there. Please choose it again.', {
        errors: [{ pointer: '/image', message: 'Is not an upload of yours.' }],
      })
    await db
      .update(users)
      .set({ userType: input.userType, name: input.name, ...(image && { image }), updatedAt: clock() })
      .where(eq(users.id, who.userId))
    return { id: who.userId, isNew: true }
  })
}
