import { eq, or } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import { orders, sessions, users } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { cancelPayments, refuseWhileProcessed } from '../payments/cancel-payment.ts'
import type { PaymentDeps } from '../payments/record-payment.ts'
import { whileClaimsPause } from '../payments/while-claims-pause.ts'
import { notFound, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { forgetMailedTokens } from '../sign-in/mailed-tokens.ts'
import { announceDeletion } from './announce-deletion.ts'
import { closeDealings, hasDealings, refuseWhileReturned } from './close-dealings.ts'
import { findPerson } from './users.queries.ts'

/** How often a deletion is tried while the person goes on ordering, paying or selling. */
const TRIES = 5

/**
 * Deletes a buyer or seller: their sessions and mailed links end, their laptops that are not sold are withdrawn, their
 * unpaid orders go, paid ones stay without their name. Payments that they, or buyers of their laptops, had begun are
 * canceled at the provider first: an accomplice who begins one after the other keeps nobody in the shop.
 * They are told by mail, and so is who had ordered one of the laptops, or has paid them or was paid by them of late.
 *
 * Problems: `not-found`; `account-stays` for oneself, for an admin, and for somebody who orders or sells in
 * this very moment, each time it is tried; `payment-in-flight`; CardProviderUnavailable when it cannot be asked.
 */
export async function deleteUser(deps: PaymentDeps, who: Caller, { id }: { id: string }): Promise<number> {
  requireDeletable(who, await findPerson(deps.db, id))
  await refuseWhileReturned(deps.db, id)
  await whileClaimsPause(deps, id, () => deleteWhole(deps, who, id))
  // Outside the database too, and at LOG_LEVEL=warn: one that is restored has them again, and must lose them again.
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
      // Lets in nothing more of theirs: a program that orders or pays on and on would otherwise keep them in the shop.
      await deps.db.delete(sessions).where(eq(sessions.userId, id))
    }
  }
}

/** Whether they have ordered, put on sale or begun to pay something since it was looked at. */
const isOfThisMoment = (error: unknown) =>
  error instanceof StillDealing || (error instanceof Problem && error.code === 'payment-in-flight')

/** They have ordered, or put on sale, what was not there yet when their dealings were closed. */
class StillDealing extends Problem {
  constructor() {
    super('account-stays', 'They are ordering or selling something in this very moment. Please try again.')
  }
}

async function deletePerson(deps: PaymentDeps, db: Db, who: Caller, id: string): Promise<void> {
  const closed = await closeDealings(db, id, deps.clock())
  // The person comes last, as in every order that is placed. From here nothing new can name them.
  const [person] = await db.select().from(users).where(eq(users.id, id)).for('update')
  requireDeletable(who, person)
  if (await hasDealings(db, id)) throw new StillDealing()
  // Wishlist, accounts and sessions go with the row.
  await db.delete(users).where(eq(users.id, id))
  await forgetMailedTokens(db, [person])
  const details = { userType: person.userType }
  await recordAudit(db, { action: 'person-deleted', at: deps.clock(), actor: who.id, subject: id, details })
  await announceDeletion(deps, db, person, closed)
}

type Person = typeof users.$inferSelect

function requireDeletable(who: Caller, person: Person | undefined): asserts person is Person {
  if (!person) throw notFound('person')
  if (person.id === who.id)
    throw new Problem('account-stays', 'This is your own account. An admin cannot delete themselves.')
  if (person.userType === 'admin')
    throw new Problem('account-stays', 'This person is an admin, and admins cannot be deleted.')
}
