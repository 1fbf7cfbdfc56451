import { eq, ilike, like, or, sql } from 'drizzle-orm'
import type { User } from '#contract/users.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/**
 * Whether a person's name or e-mail contains what somebody searches for, in whatever case: the placeholder `pattern`.
 * An e-mail is in lower case already; to make it so again for each person takes longer than to look at it.
 */
export const personContains = or(
  ilike(users.name, sql.placeholder('pattern')),
  like(users.email, sql`lower(${sql.placeholder('pattern')})`),
)

/** A person as they themselves and admins may see them, by their one normalised e-mail. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row && toUser(row)
}

/** A person's row as the contract has it. */
export function toUser(row: typeof users.$inferSelect): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    image: row.image,
    userType: row.userType,
    verified: row.verifiedAt !== null,
    emailProven: row.emailVerified,
  }
}
