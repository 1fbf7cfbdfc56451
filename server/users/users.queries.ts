import { and, eq, ilike, like, or, sql } from 'drizzle-orm'
import type { User } from '#contract/users.ts'
import { patternFor, startingWith } from '../database/contains-text.ts'
import { oneOf } from '../database/one-of.ts'
import { prepared } from '../database/prepared.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

const search = sql`lower(${sql.placeholder('search')}::text)`

/**
 * E-mails are stored in lower case, and lowering them again takes longer than comparing them. The last condition (the
 * part before the @ ends as the search's does) follows from the others, and is here for the index
 * `users_by_end_of_email`.
 */
const contains = or(
  ilike(users.name, sql.placeholder('pattern')),
  and(
    like(users.email, sql`lower(${sql.placeholder('pattern')})`),
    like(sql`reverse(split_part(${users.email}, '@', 1))`, sql`lower(${sql.placeholder('backwards')})`),
  ),
)

/**
 * Whether a person's name or e-mail contains the search text, in any case; valuesOfSearch() fills in the placeholders.
 * One or two letters have no trigram, and are found by the index `users_by_letters`; `coalesce` keeps the planner from
 * treating the two conditions as independent, and so from expecting few people to fulfil both.
 */
export const personContains = sql<boolean>`case when char_length(${search}) > 2 then ${contains} else
  letters_of(lower(${users.name}) || ' ' || ${users.email}) @> array[${search}] and coalesce(${contains}, false) end`

/** The values for the placeholders of personContains. An e-mail has one @ (`Email` of the contract). */
export function valuesOfSearch(search: string): {
  search: string
  pattern: string
  backwards: string
} {
  const [before = '', after] = search.split('@')
  const end = after === undefined ? '' : [...before].reverse().join('')
  return { search, pattern: patternFor(search), backwards: startingWith(end) }
}

const byEmail = prepared(
  (db) =>
    db
      .select()
      .from(users)
      .where(eq(users.email, sql.placeholder('email'))),
  'user',
)

/** A person as they themselves and admins may see them, found by their normalised e-mail. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const person = await findPersonByEmail(db, email)
  return person && toUser(person)
}

/** The same person's row, not locked. */
export async function findPersonByEmail(
  db: Db,
  email: string,
): Promise<typeof users.$inferSelect | undefined> {
  const [person] = await byEmail(db, { email })
  return person
}

/** A person's row, not locked; undefined for no id, or a person who is gone. */
export async function findPerson(
  db: Db,
  id: string | null | undefined,
): Promise<typeof users.$inferSelect | undefined> {
  if (!id) return undefined
  const [person] = await db.select().from(users).where(eq(users.id, id))
  return person
}

/** The rows of several people, not locked: of those ids that are given and still exist. */
export async function findPeople(db: Db, ids: (string | null)[]): Promise<(typeof users.$inferSelect)[]> {
  const known = ids.filter((id) => id !== null)
  return db.select().from(users).where(oneOf(users.id, known))
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
