import { and, eq } from 'drizzle-orm'
import { accounts, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** By what a person can sign in: `credential` (a password), `google`. */
export async function findSignInWays(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ way: accounts.providerId }).from(accounts).where(eq(accounts.userId, userId))
  return rows.map(({ way }) => way)
}

/** The hash of the password that goes with an e-mail, if there is one. */
export async function findHashByEmail(db: Db, email: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, 'credential')))
  return row?.hash
}
