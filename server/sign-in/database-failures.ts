import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { type Db, queriesOn, withTransaction } from '../database/with-transaction.ts'

const store = new AsyncLocalStorage<{ failure?: unknown }>()

/**
 * The shop's database for the sign-in service, which hides database failures: it answers 500, that the account cannot
 * be made, or even that all is well. A call inside `whole` throws the error of the first query that failed, whatever
 * the service made of it, so that it is answered for what it is. The service's transactions are the shop's own, which
 * survive the loss of a connection.
 */
export function rememberFailures(pool: pg.Pool): { db: Db; whole: typeof whole } {
  const remembering = noting(pool)
  const db = queriesOn(remembering)
  const transaction = (work: (db: Db) => Promise<unknown>) => withTransaction(remembering, work)
  return { db: Object.assign(db, { transaction }), whole }
}

/** A pool, or a connection of it, whose failures are noted: queries that fail, and connections that cannot be had. */
function noting<T extends pg.Pool | pg.PoolClient>(target: T): T {
  return new Proxy(target, {
    get(_, key) {
      if (key === 'query')
        return async (...query: Parameters<pg.Pool['query']>) => {
          try {
            return await target.query(...query)
          } catch (error) {
            note(error)
          }
        }
      if (key === 'connect') return () => (target as pg.Pool).connect().then(noting, note)
      return Reflect.get(target, key, target)
    },
  })
}

function note(error: unknown): never {
  const seen = store.getStore()
  if (seen) seen.failure ??= error
  throw error
}

async function whole<T>(work: () => Promise<T>): Promise<T> {
  const seen: { failure?: unknown } = {}
  const result = await store.run(seen, work).catch((error: unknown) => {
    throw seen.failure ?? error
  })
  if (seen.failure !== undefined) throw seen.failure
  return result
}
