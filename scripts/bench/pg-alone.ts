import pg from 'pg'
import type { Driven } from './driver.ts'
import type { Query } from './record-queries.ts'
import { reply } from './reply.ts'
import { quantile } from './statistics.ts'

/** Runs the queries of requests, those of `connections` requests at a time; with `once` each of them one time. */
export type Replay = {
  url: string
  requests: Query[][]
  connections: number
  milliseconds: number
  once?: boolean
}

/*
 * The reference for all that asks the database: the same SQL with the same values through the same driver, and
 * nothing else: no HTTP, no rows made into answers.
 */
let pool: pg.Pool | undefined

reply(async ({ url, requests, connections, milliseconds, once = false }: Replay): Promise<Driven> => {
  pool ??= openPool(url)
  const from = pool
  const latencies: number[] = []
  let next = 0
  const began = performance.now()
  const work = async () => {
    while (performance.now() - began < milliseconds && !(once && next >= requests.length)) {
      const sent = performance.now()
      await replay(from, requests[next++ % requests.length] ?? [])
      latencies.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  return { requests: latencies.length, seconds, p50, p99, wrong: 0 }
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
