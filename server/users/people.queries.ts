import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { SignUpType } from '#contract/choices.ts'
import type { Paging } from '#contract/fields.ts'
import type { Person } from '#contract/users.ts'
import { foreseen, prepared } from '../database/prepared.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { keptCount, newestFirst, notCounted, type Page, readPage } from '../paging.ts'
import { personContains, toUser, valuesOfSearch } from './users.queries.ts'

/** Somebody who was active this recently is online (D16 of docs/decisions/0010). */
const ONLINE_MS = 5 * 60_000

const { placeholder } = sql
const order = newestFirst(users.createdAt, users.id)
const ofType = eq(users.userType, placeholder('userType'))

const everybody = prepared(
  (db, limit) =>
    db
      .select({ ...getTableColumns(users), total: keptCount('users', placeholder('userType')) })
      .from(users)
      .where(and(ofType, order.where))
      .orderBy(...order.orderBy)
      .limit(limit),
  'people',
)
/**
 * A page of the search results, planned for this search text and page. Counting all results would take longer the more
 * people the shop has.
 */
const searched = prepared((db, limit) => {
  const { where, orderBy } = newestFirst(users.createdAt, users.id, foreseen)
  return db
    .select({ ...getTableColumns(users), total: notCounted })
    .from(users)
    .where(and(ofType, personContains, where))
    .orderBy(...orderBy)
    .limit(limit)
})

type Row = typeof users.$inferSelect & { total: number | null }
type Input = Paging & { userType: SignUpType; search?: string | undefined; now: Date }

/** The buyers or the sellers, newest first: all, or those whose name or e-mail contains the search. */
export async function listPeople(db: Db, { userType, search, now, ...paging }: Input): Promise<Page<Person>> {
  const values = { userType, ...(search && valuesOfSearch(search)) }
  const query: (db: Db, values: Record<string, unknown>) => Promise<Row[]> = search ? searched : everybody
  return readPage(
    db,
    { query, values, order, ...paging },
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (row) => ({
      ...toUser(row),
      online: row.lastSeenAt !== null && Math.abs(now.getTime() - row.lastSeenAt.getTime()) <= ONLINE_MS,
      lastSeenDate: row.lastSeenAt?.toISOString() ?? null,
      joinedDate: row.createdAt.toISOString(),
    }),
  )
}
