import { ilike, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Whether one of the columns contains what somebody searches for, in whatever case; `%` and `_` stand for
 * themselves. Undefined, which is no condition, where nothing is searched for.
 */
export function containsText(columns: PgColumn[], search: string | undefined): SQL | undefined {
  if (!search) return undefined
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map((column) => ilike(column, pattern)))
}
