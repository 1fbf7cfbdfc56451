import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import * as schema from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'

const store = new AsyncLocalStorage<{ failure?: unknown }>()

/**
 * The shop's database for the sign-in service, which answers 500 where the database is away and does not say why. What
 * runs in `whole` throws the query's own error, so that it is answered as what it is. The service's transactions are
 * the shop's, which outlive the loss of a connection.
 */
export function rememberFailures(pool: pg.Pool): { db: Db; whole: typeof whole } {
  const remembering = new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target)
      return async (...query: Parameters<pg.Pool['query']>) => {
        try {
          return await target.query(...query)
        } catch (error) {
          remember(error)
        }
      }
    },
  })
  const db = drizzle(remembering, { schema, casing: 'snake_case' })
  const transaction = (work: (db: Db) => Promise<unknown>) => withTransaction(pool, work).catch(remember)
  return { db: Object.assign(db, { transaction }), whole }
}

function remember(error: unknown): never {
  const seen = store.getStore()
  if (seen) seen.failure = error
  throw error
}

async function whole<T>(work: () => Promise<T>): Promise<T> {
  const seen: { failure?: unknown } = {}
  const failed = (error: unknown) =>
    seen.failure !== undefined && !(error instanceof Problem) ? seen.failure : error
  const result = await store.run(seen, work).catch((error: unknown) => {
    throw failed(error)
  })
  if (result instanceof Response && result.status >= 500 && seen.failure !== undefined) throw seen.failure
  return result
}
