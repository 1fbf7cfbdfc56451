import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { SignUpType } from '#contract/choices.ts'
import type { Paging } from '#contract/fields.ts'
import type { Person } from '#contract/users.ts'
import { containsText, patternFor } from '../contains-text.ts'
import { foreseen, prepared } from '../database/prepared.ts'
import { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { keptCount, newestFirst, type Page, readPage } from '../paging.ts'
import { toUser } from './users.queries.ts'

/** Who was active this recently is online (D16 of docs/decisions/0010). */
const ONLINE_MS = 5 * 60_000

const { placeholder } = sql
const order = newestFirst(users.createdAt, users.id)
const ofType = eq(users.userType, placeholder('userType'))
const found = and(ofType, containsText([users.name, users.email]))

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
/** Finds a page of people. Those whom one page holds are not looked for once more to be counted. */
const searched = prepared((db, limit) => {
  const order = newestFirst(users.createdAt, users.id, foreseen)
  const page = db.$with('page').as(
    db
      .select()
      .from(users)
      .where(and(found, order.where))
      .orderBy(...order.orderBy)
      .limit(limit),
  )
  const here = db.$count(page)
  const isWhole = sql`${placeholder('at')}::timestamptz = ${order.begin.at} and ${here} < ${limit}`
  const total = sql<number>`case when ${isWhole} then ${here} else ${db.$count(users, found)} end`
  return db
    .with(page)
    .select({ ...page._.selectedFields, total: total.mapWith(Number) })
    .from(page)
    .orderBy(desc(page.createdAt), desc(page.id))
})

type Input = Paging & { userType: SignUpType; search?: string | undefined; now: Date }

/** The buyers or the sellers, newest first: all, or those whose name or e-mail contains the search. */
export async function listPeople(db: Db, { userType, search, now, ...paging }: Input): Promise<Page<Person>> {
  const values = { userType, pattern: search && patternFor(search) }
  return readPage(
    db,
    { query: search ? searched : everybody, values, order, ...paging },
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (row) => ({
      ...toUser(row),
      online: row.lastSeenAt !== null && now.getTime() - row.lastSeenAt.getTime() <= ONLINE_MS,
      lastSeenDate: row.lastSeenAt?.toISOString() ?? null,
      joinedDate: row.createdAt.toISOString(),
    }),
  )
}
