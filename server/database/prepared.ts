import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { ROWS } from '#contract/limits.ts'
import { pipelineOf } from './pipeline.ts'
import type { Db } from './with-transaction.ts'

type Values = Record<string, unknown>
type Statement<Answer> = { execute(values: Values): Promise<Answer> }
type Query<Answer> = { prepare(name: string): Statement<Answer> }

/**
 * How many rows a named query answers: those that the shop's pages ask for and the longest page, each with the one more
 * that readPage() asks for. Other numbers get the next of these. Every connection keeps a plan for each, so whoever asks
 * for one row, then for two, and so on makes no more of them; to plan anew takes no less than some rows too many.
 */
const SIZES = [1, ROWS.usual, ROWS.most / 2, ROWS.most].map((rows) => rows + 1)

/**
 * A query with placeholders whose SQL is written once for each pool: writing it anew takes as long as reading its
 * answer.
 *
 * With a `name` it is also planned once for each connection, since planning takes longer than finding a page of a list.
 * Searches have no name, because their best plan depends on what is searched. Nor is anything named on the embedded
 * engine: its connections share one session, in which names collide. The value `limit` is written into the SQL, since a
 * plan for any number of rows is none for a few; with a name it may answer more rows than that.
 *
 * What everyone may ask, and is quick at any size of the shop, is `pipelined`: see openPipeline.
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

/** A placeholder whose value is seen while the query is planned: for what is planned anew each time. */
export const foreseen: Given = (name, type) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/**
 * A placeholder whose value the planner does not see. PostgreSQL plans a named query anew each time for as long as it
 * takes the plan for these values to be cheaper than the general one. Where a list goes on it guesses so although both
 * are the same, and planning takes longer than finding the rows. Of what a subquery answers it knows nothing, so here
 * both cost the same.
 */
export const unforeseen: Given = (name, type) => sql`(select ${foreseen(name, type)})`

function sizeFor(limit: unknown): unknown {
  return limit === undefined ? limit : (SIZES.find((size) => size >= Number(limit)) ?? limit)
}

/** Drizzle takes whatever can stand in a query for a limit, and says that it takes placeholders. */
function literal(limit: unknown): Placeholder {
  return sql.raw(String(Number(limit))) satisfies SQL as unknown as Placeholder
}
