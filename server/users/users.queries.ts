import { and, eq, ilike, like, or, sql } from 'drizzle-orm'
import type { User } from '#contract/users.ts'
import { patternFor, startingWith } from '../database/contains-text.ts'
import { oneOf } from '../database/one-of.ts'
import { prepared } from '../database/prepared.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

const search = sql`lower(${sql.placeholder('search')}::text)`

/**
 * E-mails are kept in lower case, and lowering them again takes longer than comparing them. The last condition (the part
 * before the @ ends as the search's does) follows from the others, and is here for the index `users_by_end_of_email`.
 */
const contains = or(
  ilike(users.name, sql.placeholder('pattern')),
  and(
    like(users.email, sql`lower(${sql.placeholder('pattern')})`),
    like(sql`reverse(split_part(${users.email}, '@', 1))`, sql`lower(${sql.placeholder('backwards')})`),
  ),
)

/**
 * Whether a person's name or e-mail contains what somebody searches for, in whatever case; valuesOfSearch() fills in
 * the placeholders. One or two letters have no trigram, and are found by the index `users_by_letters`; `coalesce` keeps
 * the database from taking who has these letters, and who contains them, for different people, of whom few are both.
 */
export const personContains = sql<boolean>`case when char_length(${search}) > 2 then ${contains} else
  letters_of(lower(${users.name}) || ' ' || ${users.email}) @> array[${search}] and coalesce(${contains}, false) end`

/** What is searched for, as personContains asks for it. An e-mail has one @ (`Email` of the contract). */
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

/** A person as they themselves and admins may see them, by their one normalised e-mail. */
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

/** A person's row, not locked; undefined where nobody is named, or they are gone. */
export async function findPerson(
  db: Db,
  id: string | null | undefined,
): Promise<typeof users.$inferSelect | undefined> {
  if (!id) return undefined
  const [person] = await db.select().from(users).where(eq(users.id, id))
  return person
}

/** The rows of several people, not locked: of those who are named and still there. */
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
