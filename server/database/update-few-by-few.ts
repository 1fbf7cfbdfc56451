import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from './with-transaction.ts'

/** How many rows a statement changes in a second at most, even on a busy machine. */
const AT_ONCE = 5_000

/**
 * Changes the rows of a table that match, a limited number with each statement, until none is left: one statement for
 * a hundred thousand would time out each time. A changed row must not match any more. Answers the ids of the changed
 * rows.
 */
export async function updateFewByFew<Table extends PgTable & { id: PgColumn }>(
  db: Db,
  table: Table,
  set: PgUpdateSetSource<Table>,
  which: SQL | undefined,
): Promise<string[]> {
  const changed: string[] = []
  for (;;) {
    const some = sql`select ctid from ${table} where ${which} limit ${AT_ONCE}`
    const { rows } = await db.execute<{ id: string }>(
      db
        .update(table as PgTable)
        .set(set)
        .where(sql`ctid = any(array(${some}))`)
        .returning({ id: table.id }),
    )
    for (const { id } of rows) changed.push(id)
    if (rows.length < AT_ONCE) return changed
  }
}
