import { ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether one of the columns contains the search text, in any case: the placeholder `pattern`. */
export function containsText(columns: PgColumn[]): SQL | undefined {
  return or(...columns.map((column) => ilike(column, sql.placeholder('pattern'))))
}

/** The LIKE pattern for texts that contain this one; `%` and `_` in it stand for themselves. */
export function patternFor(search: string): string {
  return `%${startingWith(search)}`
}

/** The LIKE pattern for texts that start with this one, in the same way. */
export function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`
}
