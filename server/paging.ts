import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Id, type Paging } from '#contract/fields.ts'
import { type Given, unforeseen } from './database/prepared.ts'
import { counts } from './database/schema.ts'
import type { Db } from './database/with-transaction.ts'
import { Problem } from './problems.ts'

/** One page of a list: its rows, how many there are in all, and the mark after which the next page begins. */
export type Page<T> = { rows: T[]; total: number; next: string | undefined }

type Mark = { at: Date; id: string }
const ISO = /^[12][0-9]{3}-[0-9T:.-]+Z$/

/** Says where the next page begins: after the last row of this one, if there may be more. */
export function nextMark(last: Mark | undefined): string | undefined {
  return last && Buffer.from(`${last.at.toISOString()} ${last.id}`).toString('base64url')
}

function readMark(after: string): { at: string; id: string } {
  const [time = '', id = ''] = Buffer.from(after, 'base64url').toString().split(' ')
  const at = new Date(time)
  // As it is written above and not otherwise: not every date that can be read is one that the database knows.
  if (!ISO.test(time) || Number.isNaN(at.getTime()) || !Id.safeParse(id).success)
    throw new Problem('bad-input', 'The mark for the next page is not one that was given here.', {
      errors: [{ pointer: '/query/after', message: 'Is not a mark.' }],
    })
  return { at: at.toISOString(), id }
}

/** What comes before and after every mark. */
const FIRST_OF_ALL = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
const LAST_OF_ALL = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * How a list is read from its index, a page at a time: rows on one side of a mark (keyset paging), which is for
 * readPage() to fill in. Compared as one row, so that an index on both columns begins there.
 */
export type Order = { where: SQL; orderBy: SQL[]; begin: { at: string; id: string } }

/** Newest first. The mark is part of a plan only where the list is planned anew each time (`foreseen`). */
export function newestFirst(at: PgColumn, id: PgColumn, given: Given = unforeseen): Order {
  const where = sql`(${at}, ${id}) < (${given('at', 'timestamptz')}, ${given('id', 'uuid')})`
  return { where, orderBy: [desc(at), desc(id)], begin: LAST_OF_ALL }
}

/** Oldest first, for a queue. */
export function oldestFirst(at: PgColumn, id: PgColumn): Order {
  const where = sql`(${at}, ${id}) > (${unforeseen('at', 'timestamptz')}, ${unforeseen('id', 'uuid')})`
  return { where, orderBy: [asc(at), asc(id)], begin: FIRST_OF_ALL }
}

/** The total of a list, or of one part of it, as the database keeps count (migrations/0006-lists.sql). */
export function keptCount(list: string, part?: SQLWrapper): SQL<number> {
  const which = part && sql` and ${counts.part} = ${part}`
  return sql<number>`(select coalesce(sum(${counts.n}), 0)::int from ${counts} where ${counts.list} = ${list}${which})`
}

type List<Row> = Paging & {
  /** Has the placeholders of its order, `limit` and those of `values`; each of its rows carries the list's total. */
  query: (db: Db, values: Record<string, unknown>) => Promise<Row[]>
  values?: Record<string, unknown>
  order: Order
}

/** Asks for one page of a list: rows and total at once, and of one moment. */
export async function readPage<Row extends { total: number }, T>(
  db: Db,
  { query, values, order, limit, after }: List<Row>,
  markOf: (row: NoInfer<Row>) => Mark,
  toWire: (row: NoInfer<Row>) => T,
): Promise<Page<T>> {
  const begin = after === undefined ? order.begin : readMark(after)
  // One too many, which tells whether there is a next page.
  const rows = await query(db, { ...values, ...begin, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  // What was after the mark may be gone: then no row tells the total, and the first one of all is asked.
  const isBeyond = rows.length === 0 && begin !== order.begin
  const [first] = isBeyond ? await query(db, { ...values, ...order.begin, limit: 1 }) : rows
  return {
    rows: shown.map(toWire),
    total: first?.total ?? 0,
    next: rows.length > limit && last ? nextMark(markOf(last)) : undefined,
  }
}

/** The headers that go with a page: the total, and the way to the next one (RFC 8288). */
export function pageHeaders(url: string, page: Page<unknown>): Record<string, string> {
  if (!page.next) return { 'x-total-count': String(page.total) }
  const next = new URL(url)
  next.searchParams.set('after', page.next)
  return { 'x-total-count': String(page.total), link: `<${next.pathname}${next.search}>; rel="next"` }
}
