import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Id, type Paging } from '#contract/fields.ts'
import { type Given, unforeseen } from './database/prepared.ts'
import { counts } from './database/schema.ts'
import type { Db } from './database/with-transaction.ts'
import { Problem } from './problems.ts'

/**
 * One page of a list: its rows, how many there are in all (with `atLeast`: more than that many), and the cursor
 * after which the next page begins.
 */
export type Page<T> = { rows: T[]; total: number; atLeast: boolean; next: string | undefined }

/** A row's place in its list. On the wire it is opaque: base64url of its time and id. */
type Cursor = { at: Date; id: string }
const ISO = /^[12][0-9]{3}-[0-9T:.-]+Z$/
const FEW_DIGITS = /^[0-9]{1,9}$/

/** The cursor of the next page: after a row, and after how many rows, if nothing else tells. */
function nextCursor({ at, id }: Cursor, passed?: number): string {
  return Buffer.from([at.toISOString(), id, ...(passed ? [passed] : [])].join(' ')).toString('base64url')
}

function readCursor(after: string): { at: string; id: string; passed: number } {
  const [time = '', id = '', passed = '0', ...more] = Buffer.from(after, 'base64url').toString().split(' ')
  const at = new Date(time)
  // Only in the form above: JavaScript parses dates that the database does not accept.
  const isCursor = ISO.test(time) && !Number.isNaN(at.getTime()) && Id.safeParse(id).success
  if (!isCursor || !FEW_DIGITS.test(passed) || more.length > 0)
    throw new Problem('bad-input', 'The place where this page begins is not one we gave you.', {
      errors: [{ pointer: '/query/after', message: 'Is not a valid cursor.' }],
    })
  return { at: at.toISOString(), id, passed: Number(passed) }
}

/** The cursors before and after every row. */
const FIRST_OF_ALL = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
const LAST_OF_ALL = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * How a list is read from its index, a page at a time (keyset paging): rows on one side of a cursor, which readPage()
 * fills in. Date and id are compared as one row value, so that the scan of an index on both columns begins there.
 */
type Order = { where: SQL; orderBy: SQL[]; begin: { at: string; id: string } }

/** Newest first. The planner sees the cursor only if the list is planned each time (`foreseen`). */
export function newestFirst(at: PgColumn, id: PgColumn, given: Given = unforeseen): Order {
  const where = sql`(${at}, ${id}) < (${given('at', 'timestamptz')}, ${given('id', 'uuid')})`
  return { where, orderBy: [desc(at), desc(id)], begin: LAST_OF_ALL }
}

/** Oldest first, for a queue. */
export function oldestFirst(at: PgColumn, id: PgColumn): Order {
  const where = sql`(${at}, ${id}) > (${unforeseen('at', 'timestamptz')}, ${unforeseen('id', 'uuid')})`
  return { where, orderBy: [asc(at), asc(id)], begin: FIRST_OF_ALL }
}

/** The total of a list, or of one part of it, as triggers maintain it (migrations/0006-lists.sql). */
export function keptCount(list: string, part?: SQLWrapper): SQL<number> {
  const which = part && sql` and ${counts.part} = ${part}`
  return sql<number>`(select coalesce(sum(${counts.n}), 0)::int from ${counts} where ${counts.list} = ${list}${which})`
}

/** For a list that is too long to be counted: its total is how far the reader has come, until its end. */
export const notCounted = sql<null>`null`

type List<Row> = Paging & {
  /** Takes the placeholders of its order, `limit` and those of `values`; each of its rows carries a total. */
  query: (db: Db, values: Record<string, unknown>) => Promise<Row[]>
  values?: Record<string, unknown>
  order: Order
}

/** Reads one page of a list: rows and total with one query, so of the same moment. */
export async function readPage<Row extends { total: number | null }, T>(
  db: Db,
  { query, values, order, limit, after }: List<Row>,
  cursorOf: (row: NoInfer<Row>) => Cursor,
  toWire: (row: NoInfer<Row>) => T,
): Promise<Page<T>> {
  const { passed, ...begin } = after === undefined ? { passed: 0, ...order.begin } : readCursor(after)
  // One row too many shows whether there is a next page. There may be more of them.
  const rows = await query(db, { ...values, ...begin, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const here = passed + shown.length
  const last = rows.length > limit ? shown.at(-1) : undefined
  // If nothing is left after the cursor, no row has the total, so the first row of the list is read for it.
  const isBeyond = rows.length === 0 && after !== undefined
  const [first] = isBeyond ? await query(db, { ...values, ...order.begin, limit: 1 }) : rows
  const total = first ? first.total : 0
  return {
    rows: shown.map(toWire),
    total: total ?? here,
    atLeast: total === null && last !== undefined,
    next: last && nextCursor(cursorOf(last), total === null ? here : undefined),
  }
}

/** The headers of a page: the total, and the link to the next one (RFC 8288). */
export function pageHeaders(url: string, page: Page<unknown>): Record<string, string> {
  const total = { 'x-total-count': String(page.total), ...(page.atLeast && { 'x-total-relation': 'gte' }) }
  if (!page.next) return total
  const next = new URL(url)
  next.searchParams.set('after', page.next)
  return { ...total, link: `<${next.pathname}${next.search}>; rel="next"` }
}
