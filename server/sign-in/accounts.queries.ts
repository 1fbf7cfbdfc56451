import { and, eq } from 'drizzle-orm'
import { accounts, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** The sign-in service's name for an account with a password. */
export const BY_PASSWORD = 'credential'

/** A person's account with a password, as the sign-in service stores it. */
export const credentialOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, BY_PASSWORD))

/**
 * The ways in which a person can sign in: `credential` (a password), `google`. The first is the one that the account
 * was created with, since ids grow with time; a password that is replaced keeps its id.
 */
export async function findSignInWays(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ way: accounts.providerId })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(accounts.id)
  return rows.map(({ way }) => way)
}

/** The hash of a person's password, and when it was set; undefined if they have none, as with Google. */
export async function findPassword(
  db: Db,
  userId: string,
): Promise<{ hash: string; setAt: Date } | undefined> {
  const [row] = await db
    .select({ hash: accounts.password, setAt: accounts.updatedAt })
    .from(accounts)
    .where(credentialOf(userId))
  return row?.hash ? { hash: row.hash, setAt: row.setAt } : undefined
}

/** The hash of the password of the account with this e-mail, if there is one. */
export async function findHashByEmail(db: Db, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, BY_PASSWORD)))
  return row?.hash ?? undefined
}
