import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { pipelineOf } from './pipeline.ts'
import type { Db } from './with-transaction.ts'

type Values = Record<string, unknown>
type Statement<Answer> = { execute(values: Values): Promise<Answer> }
type Query<Answer> = { prepare(name: string): Statement<Answer> }

/** A connection keeps a plan for each: who asks for one row, then for two, and so on, does not fill the database. */
const MOST_NAMED = 4

/**
 * A query with placeholders that is written once for each pool of connections and then only asked: to write its SQL
 * anew takes the processor about as long as to read its answer. With a `name` it is also planned once for each
 * connection, not for each asking, which takes the database longer than to find a page of a list; not for searches,
 * whose best plan depends on what is searched, and not on the embedded engine, whose connections share one session, in
 * which names collide. `limit` is the value of that name, written out rather than sent beside, since a plan for any
 * number of rows is none for a few. What everyone may ask, and is quick at any size of the shop, is `pipelined`: see
 * openPipeline.
 */
export function prepared<Answer>(
  write: (db: Db, limit: Placeholder) => Query<Answer>,
  name?: string,
  { pipelined = false } = {},
) {
  const written = new WeakMap<Db, Map<unknown, Statement<Answer>>>()

  return (db: Db, values: Values = {}): Promise<Answer> => {
    const statements = written.get(db) ?? new Map<unknown, Statement<Answer>>()
    written.set(db, statements)
    const { limit } = values
    let statement = statements.get(limit)
    if (!statement) {
      const quick = pipelineOf(db)
      const isNamed = name !== undefined && quick !== undefined && statements.size < MOST_NAMED
      const full = limit === undefined ? name : `${name}_${limit}`
      const on = pipelined && isNamed ? quick.db : db
      statement = write(on, literal(limit)).prepare((isNamed && full) || '')
      statements.set(limit, statement)
    }
    return statement.execute(values)
  }
}

/** Writes a placeholder into a query. */
export type Given = (name: string, type: 'timestamptz' | 'uuid') => SQL

/** A placeholder whose value is seen while the query is planned: for what is planned anew each time. */
export const foreseen: Given = (name, type) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/**
 * A placeholder whose value is not seen while the query is planned. PostgreSQL plans even what has a name anew each time
 * while it takes the plan for these values for cheaper than the one for any, and where a list is gone on with it guesses
 * so, although both are the same: planning it takes longer than finding its rows. Of what a subquery will answer it knows
 * nothing, so both cost the same.
 */
export const unforeseen: Given = (name, type) => sql`(select ${foreseen(name, type)})`

/** Drizzle takes whatever can stand in a query for a limit, and says that it takes placeholders. */
function literal(limit: unknown): Placeholder {
  return sql.raw(String(Number(limit))) satisfies SQL as unknown as Placeholder
}
