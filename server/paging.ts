import { and, asc, desc, eq, gt, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Id } from '#contract/fields.ts'
import { Problem } from './problems.ts'

/** One page of a list: its rows, how many there are in all, and the mark after which the next page begins. */
export type Page<T> = { rows: T[]; total: number; next: string | undefined }

type Mark = { at: Date; id: string }
const ISO = /^[12][0-9]{3}-[0-9T:.-]+Z$/

/** Says where the next page begins: after the last row of this one, if there may be more. */
export function nextMark(last: Mark | undefined): string | undefined {
  return last && Buffer.from(`${last.at.toISOString()} ${last.id}`).toString('base64url')
}

function readMark(after: string): Mark {
  const [time = '', id = ''] = Buffer.from(after, 'base64url').toString().split(' ')
  const at = new Date(time)
  // As it is written above and not otherwise: not every date that can be read is one that the database knows.
  if (!ISO.test(time) || Number.isNaN(at.getTime()) || !Id.safeParse(id).success)
    throw new Problem('bad-input', 'The mark for the next page is not one that was given here.', {
      errors: [{ pointer: '/query/after', message: 'Is not a mark.' }],
    })
  return { at, id }
}

/** Newest first, continued after a mark by index rather than by counting rows (keyset paging). */
export function newestFirst(at: PgColumn, id: PgColumn, after: string | undefined) {
  const mark = after === undefined ? undefined : readMark(after)
  const where: SQL | undefined = mark && or(lt(at, mark.at), and(eq(at, mark.at), lt(id, mark.id)))
  return { where, orderBy: [desc(at), desc(id)] }
}

/** Oldest first, for a queue; continued after a mark in the same way. */
export function oldestFirst(at: PgColumn, id: PgColumn, after: string | undefined) {
  const mark = after === undefined ? undefined : readMark(after)
  const where: SQL | undefined = mark && or(gt(at, mark.at), and(eq(at, mark.at), gt(id, mark.id)))
  return { where, orderBy: [asc(at), asc(id)] }
}

/** Cuts what was asked for with one row too many into a page. */
export function toPage<R, T>(
  rows: R[],
  limit: number,
  total: number,
  markOf: (row: R) => Mark,
  toWire: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(toWire),
    total,
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
