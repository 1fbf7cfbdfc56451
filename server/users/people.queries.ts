import { and, eq } from 'drizzle-orm'
import type { SignUpType } from '#contract/choices.ts'
import type { Paging } from '#contract/fields.ts'
import type { Person } from '#contract/users.ts'
import { containsText } from '../contains-text.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newestFirst, type Page, toPage } from '../paging.ts'
import { toUser } from './users.queries.ts'

/** Who was active this recently is online (D16 of docs/decisions/0010). */
const ONLINE_MS = 5 * 60_000

type Input = Paging & { userType: SignUpType; search?: string | undefined; now: Date }

/** The buyers or the sellers, newest first: all, or those whose name or e-mail contains the search. */
export async function listPeople(
  db: Db,
  { userType, search, limit, after, now }: Input,
): Promise<Page<Person>> {
  const found = and(eq(users.userType, userType), containsText([users.name, users.email], search))
  const { where, orderBy } = newestFirst(users.createdAt, users.id, after)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(users)
      .where(and(found, where))
      .orderBy(...orderBy)
      .limit(limit + 1),
    db.$count(users, found),
  ])
  return toPage(
    rows,
    limit,
    total,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (row) => ({
      ...toUser(row),
      online: row.lastSeenAt !== null && now.getTime() - row.lastSeenAt.getTime() <= ONLINE_MS,
      lastSeenDate: row.lastSeenAt?.toISOString() ?? null,
      joinedDate: row.createdAt.toISOString(),
    }),
  )
}
