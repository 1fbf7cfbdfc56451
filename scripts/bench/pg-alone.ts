import pg from 'pg'
import { keepAsking } from './keep-asking.ts'
import type { Query } from './record-queries.ts'
import { reply } from './reply.ts'

/** Runs the queries of requests, those of `connections` requests at a time. */
export type Replay = {
  url: string
  requests: Query[][]
  connections: number
  milliseconds: number
}

/*
 * The reference for all that asks the database: the same SQL with the same values through the same driver, and
 * nothing else: no HTTP, no rows made into answers.
 */
let pool: pg.Pool | undefined

reply(({ url, requests, connections, milliseconds }: Replay) => {
  pool ??= openPool(url)
  const from = pool
  return keepAsking({ connections, milliseconds }, (turn) =>
    replay(from, requests[turn % requests.length] ?? []),
  )
})

/** With as many connections as the shop has. */
function openPool(connectionString: string): pg.Pool {
  const opened = new pg.Pool({ connectionString, max: 10 })
  // The server may end first when the bench is interrupted.
  opened.on('error', () => {})
  return opened
}

/** From `begin` to its end a transaction has a connection of its own; all else takes whichever is free. */
async function replay(from: pg.Pool, queries: Query[]): Promise<void> {
  let own: pg.PoolClient | undefined
  try {
    for (const query of queries) {
      if (/^begin/i.test(query.text)) own = await from.connect()
      await (own ?? from).query(query)
      if (own && /^(commit|rollback)$/i.test(query.text)) {
        own.release()
        own = undefined
      }
    }
  } finally {
    own?.release(true)
  }
}
