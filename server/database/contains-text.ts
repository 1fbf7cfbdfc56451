import { ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether one of the columns contains what somebody searches for, in whatever case: the placeholder `pattern`. */
export function containsText(columns: PgColumn[]): SQL | undefined {
  return or(...columns.map((column) => ilike(column, sql.placeholder('pattern'))))
}

/** The pattern of what contains a text; `%` and `_` in it stand for themselves. */
export function patternFor(search: string): string {
  return `%${startingWith(search)}`
}

/** The pattern of what starts with a text, in the same way. */
export function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`
}
