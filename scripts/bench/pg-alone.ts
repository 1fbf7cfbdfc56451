import pg from 'pg'
import { keepAsking } from './keep-asking.ts'
import type { Query } from './record-queries.ts'
import { reply } from './reply.ts'

/** Runs the queries of a request over and over, for this many requests at a time. */
export type Replay = { url: string; queries: Query[]; connections: number; milliseconds: number }

/*
 * The reference for everything that queries the database: the same SQL with the same values through the same driver,
 * and nothing else: no HTTP, no turning of rows into answers.
 */
let pool: pg.Pool | undefined

reply(({ url, queries, ...round }: Replay) => {
  pool ??= openPool(url)
  const from = pool
  return keepAsking(round, async () => {
    for (const query of queries) await from.query(query)
  })
})

/** With as many connections as the shop has. */
function openPool(connectionString: string): pg.Pool {
  const opened = new pg.Pool({ connectionString, max: 10 })
  // The server may end first when the bench is interrupted.
  opened.on('error', () => {})
  return opened
}
