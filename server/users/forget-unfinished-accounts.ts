import { and, isNull, lt, notExists, sql } from 'drizzle-orm'
import { orders, products, sessions, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** How long an account may wait for its owner to say whether they buy or sell, in milliseconds. */
const PATIENCE_MS = 30 * 24 * 60 * 60_000

/**
 * Removes accounts that were never finished: nobody has said whether they buy or sell, so that they are in no list of an
 * admin, and nobody is signed in with them. The name and the e-mail may be somebody's who has never heard of the shop.
 */
export async function forgetUnfinishedAccounts({
  db,
  clock,
}: {
  db: Db
  clock: () => Date
}): Promise<void> {
  const before = new Date(clock().getTime() - PATIENCE_MS)
  const none = (table: typeof sessions | typeof orders | typeof products, of: typeof sessions.userId | typeof orders.buyerId | typeof products.sellerId) =>
    notExists(db.select({ one: sql`1` }).from(table).where(sql`${of} = ${users.id}`))
  await db
    .delete(users)
    .where(
      and(
        isNull(users.userType),
        lt(users.createdAt, before),
        none(sessions, sessions.userId),
      ),
    )
}
