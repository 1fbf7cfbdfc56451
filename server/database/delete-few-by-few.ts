import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './with-transaction.ts'

/** How many rows a statement deletes in some tens of milliseconds. */
const AT_ONCE = 10_000

/**
 * Deletes the rows of a table that match, a limited number with each statement, until none is left: after a long pause,
 * one statement for all would time out each time, and no row would ever go. A row that somebody has locked waits for
 * the next time. On the pool, outside of any transaction. Answers how many were deleted.
 */
export async function deleteFewByFew(db: Db, table: SQLWrapper, which: SQL | undefined): Promise<number> {
  let deleted = 0
  for (;;) {
    const some = sql`select ctid from ${table} where ${which} limit ${AT_ONCE} for update skip locked`
    const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any(array(${some}))`)
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < AT_ONCE) return deleted
  }
}
