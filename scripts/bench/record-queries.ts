import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import pg from 'pg'

/** A query as the shop passed it to pg. Its values have been through JSON. */
export type Query = { text: string; name?: string; rowMode?: 'array'; values?: unknown[] }
/** The queries that answering one request made, in their order. */
export type Recorded = { path: string; queries: Query[] }

/*
 * Preloaded into a shop before its own modules: tells the bench which SQL each request runs, so that the same can be
 * run through pg alone. Timed jobs belong to no request.
 */
const ofRequest = new AsyncLocalStorage<Query[]>()

const emit: (this: Server, event: string, ...args: unknown[]) => boolean = Server.prototype.emit
function recordingEmit(this: Server, event: string, ...args: unknown[]): boolean {
  if (event !== 'request') return emit.call(this, event, ...args)
  const [request, response] = args as [{ url: string }, NodeJS.EventEmitter]
  const queries: Query[] = []
  response.once('finish', () => process.send?.({ path: request.url, queries } satisfies Recorded))
  return ofRequest.run(queries, () => emit.call(this, event, ...args))
}
Object.assign(Server.prototype, { emit: recordingEmit })

type AnyQuery = (this: pg.Client, query: unknown, values?: unknown, ...rest: unknown[]) => unknown
const run = pg.Client.prototype.query as unknown as AnyQuery
const recording: AnyQuery = function (query, values, ...rest) {
  const { text, name, rowMode, values: own } = typeof query === 'string' ? { text: query } : (query as Query)
  const given = own ?? (Array.isArray(values) ? values : undefined)
  ofRequest.getStore()?.push({
    text,
    ...(name && { name }),
    ...(rowMode && { rowMode }),
    ...(given && { values: given }),
  })
  return run.call(this, query, values, ...rest)
}
Object.assign(pg.Client.prototype, { query: recording })
