import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { ROWS } from '#contract/limits.ts'
import { pipelineOf } from './pipeline.ts'
import type { Db } from './with-transaction.ts'

type Values = Record<string, unknown>
type Statement<Answer> = { execute(values: Values): Promise<Answer> }
type Query<Answer> = { prepare(name: string): Statement<Answer> }

/**
 * How many rows a named query reads: the sizes that the shop's pages use and the greatest one, each with the one more
 * that readPage() asks for. Other numbers are rounded up to the next of these. Every connection keeps a plan for each,
 * so a caller who asks for one row, then for two, and so on makes no more plans; planning anew costs at least as much
 * as some rows too many.
 */
const SIZES = [1, ROWS.usual, ROWS.most / 2, ROWS.most].map((rows) => rows + 1)

/**
 * A query with placeholders whose SQL is generated once for each pool: generating it each time takes as long as reading
 * its answer.
 *
 * With a `name` it is also planned once for each connection, since planning takes longer than finding a page of a list.
 * Searches have no name, because their best plan depends on the search text. Nor is anything named on the embedded
 * engine: its connections share one session, in which names collide. The value `limit` is written into the SQL, since a
 * plan for any number of rows is a bad one for a few; with a name it may answer more rows than that.
 *
 * Public queries that are quick at any size of the shop are `pipelined`: see openPipeline.
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
    const quick = pipelineOf(db)
    const isNamed = name !== undefined && quick !== undefined
    const limit = isNamed ? sizeFor(values.limit) : values.limit
    let statement = statements.get(limit)
    if (!statement) {
      const full = limit === undefined ? name : `${name}_${limit}`
      const on = pipelined && quick ? quick.db : db
      statement = write(on, literal(limit)).prepare((isNamed && full) || '')
      statements.set(limit, statement)
    }
    return statement.execute(values)
  }
}

/** Writes a placeholder into a query. */
export type Given = (name: string, type: 'timestamptz' | 'uuid') => SQL

/** A placeholder whose value the planner sees: for queries that are planned each time. */
export const foreseen: Given = (name, type) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/**
 * A placeholder whose value the planner does not see. PostgreSQL plans a named query anew for as long as it believes
 * the plan for these values to be cheaper than the general one. For the next page of a list it believes so although
 * both are the same, and planning takes longer than finding the rows. Of a subquery's result it knows nothing, so with
 * one both cost the same.
 */
export const unforeseen: Given = (name, type) => sql`(select ${foreseen(name, type)})`

function sizeFor(limit: unknown): unknown {
  return limit === undefined ? limit : (SIZES.find((size) => size >= Number(limit)) ?? limit)
}

/** Drizzle accepts any SQL as a limit, but its types allow only placeholders. */
function literal(limit: unknown): Placeholder {
  return sql.raw(String(Number(limit))) satisfies SQL as unknown as Placeholder
}
