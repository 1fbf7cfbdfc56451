import { eq, or } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import { images, orders, products, reports, sessions, users } from '../database/schema.ts'
import { updateFewByFew } from '../database/update-few-by-few.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { cancelPayments, refuseWhileProcessed } from '../payments/cancel-payment.ts'
import type { PaymentDeps } from '../payments/record-payment.ts'
import { whileClaimsPause } from '../payments/while-claims-pause.ts'
import { notFound, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { forgetMailedTokens } from '../sign-in/mailed-tokens.ts'
import { announceDeletion } from './announce-deletion.ts'
import { closeDealings, hasDealings, refuseWhileRefunded } from './close-dealings.ts'
import { findPerson } from './users.queries.ts'

/** How often a deletion is tried while the person goes on ordering, paying or selling. */
const TRIES = 5

/**
 * Deletes a buyer or seller: their sessions and mailed tokens end, their unsold laptops are withdrawn, their unpaid
 * orders deleted, and their paid ones kept without their name. Payments that they, or buyers of their laptops, had
 * begun are canceled at the provider first: an accomplice who begins one after the other cannot prevent the deletion.
 * They are told by mail, and so is everybody who had ordered one of the laptops, or has recently paid them or been paid
 * by them.
 *
 * Problems: `not-found`; `account-stays` for oneself, for an admin, and for somebody who orders or sells at this very
 * moment, in every try; `payment-in-flight`; CardProviderUnavailable when the provider cannot be asked.
 */
export async function deleteUser(deps: PaymentDeps, who: Caller, { id }: { id: string }): Promise<number> {
  requireDeletable(who, await findPerson(deps.db, id))
  await refuseWhileRefunded(deps.db, id)
  await whileClaimsPause(deps, id, () => deleteWhole(deps, who, id))
  // Logged outside the database, even at LOG_LEVEL=warn: a restored database contains the person again, and they must
  // be deleted again.
  deps.log.warn({ event: 'person-deleted', personId: id }, 'a person was deleted')
  return 1
}

async function deleteWhole(deps: PaymentDeps, who: Caller, id: string): Promise<void> {
  const dealings = or(eq(orders.buyerId, id), eq(orders.sellerId, id))
  for (let left = TRIES; ; left--) {
    await refuseWhileProcessed(deps, dealings)
    try {
      await cancelPayments(deps, dealings)
      return await withTransaction(deps.pool, (db) => deletePerson(deps, db, who, id))
    } catch (error) {
      if (left === 1 || !isOfThisMoment(error)) throw error
      // From here no call of theirs is accepted: a program that orders or pays all the time would otherwise prevent the
      // deletion.
      await deps.db.delete(sessions).where(eq(sessions.userId, id))
    }
  }
}

/** Whether they have ordered, put on sale or begun to pay something since that was checked. */
const isOfThisMoment = (error: unknown) =>
  error instanceof StillDealing || (error instanceof Problem && error.code === 'payment-in-flight')

/** They have ordered, or put on sale, something that did not exist yet when their open business was ended. */
class StillDealing extends Problem {
  constructor() {
    super('account-stays', 'They are ordering or selling something at this moment. Please try again.')
  }
}

async function deletePerson(deps: PaymentDeps, db: Db, who: Caller, id: string): Promise<void> {
  const closed = await closeDealings(db, id, deps.clock())
  // The person is locked last, as when an order is placed. From here on no new row can refer to them.
  const [person] = await db.select().from(users).where(eq(users.id, id)).for('update')
  requireDeletable(who, person)
  if (await hasDealings(db, id)) throw new StillDealing()
  // Their reports lose their name. PostgreSQL would lock them in any order, and decisions lock them as well.
  await db
    .select({ id: reports.id })
    .from(reports)
    .where(eq(reports.reporterId, id))
    .orderBy(reports.id)
    .for('update')
  await leaveBehind(db, id)
  // Wishlist, accounts and sessions go with the row.
  await db.delete(users).where(eq(users.id, id))
  await forgetMailedTokens(db, [person])
  const details = { userType: person.userType }
  await recordAudit(db, { action: 'person-deleted', at: deps.clock(), actor: who.id, subject: id, details })
  await announceDeletion(deps, db, person, closed)
}

/**
 * Takes the name from what stays. The database would do so when the person's row is deleted, but with one statement,
 * which times out for somebody with a hundred thousand laptops: they could never be deleted.
 */
async function leaveBehind(db: Db, id: string): Promise<void> {
  await updateFewByFew(db, products, { sellerId: null }, eq(products.sellerId, id))
  await updateFewByFew(db, orders, { sellerId: null }, eq(orders.sellerId, id))
  await updateFewByFew(db, images, { ownerId: null }, eq(images.ownerId, id))
}

type Person = typeof users.$inferSelect

function requireDeletable(who: Caller, person: Person | undefined): asserts person is Person {
  if (!person) throw notFound('person')
  if (person.id === who.id)
    throw new Problem('account-stays', 'This is your own account. An admin cannot delete themselves.')
  if (person.userType === 'admin')
    throw new Problem('account-stays', 'This person is an admin, and admins cannot be deleted.')
}
