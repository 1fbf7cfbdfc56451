import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Client, type ClientConfig } from './client.ts'
import * as schema from './schema.ts'
import type { Db } from './with-transaction.ts'

/** A connection that is asked without waiting for its last answer. */
export type Pipeline = Pick<pg.Pool, 'query'> & { close(): Promise<void> }

/**
 * One connection for what everyone may ask and the database answers in a moment, by index: answered in the order in
 * which it was asked, so nothing that takes long may be among it. With a connection for each question both sides are
 * woken for each; here they take what has come meanwhile as well. Nothing is connected until something is asked, and
 * after a connection has died the next question opens another.
 */
export function openPipeline(config: ClientConfig, onIdleError: (error: Error) => void): Pipeline {
  let opening: Promise<pg.Client> | undefined
  let closed = false

  function open(): Promise<pg.Client> {
    const client = new Client({ ...config, pipeline: true })
    const opened = client.connect().then(() => client)
    function forget(): void {
      if (opening === opened) opening = undefined
    }
    client.on('error', (error) => {
      // A connection that dies may say so twice.
      if (opening === opened) onIdleError(error)
      forget()
    })
    opened.catch(forget)
    return opened
  }

  async function query(...asked: Parameters<pg.Client['query']>) {
    if (closed) throw new Error('This connection ended.')
    opening ??= open()
    return (await opening).query(...asked)
  }

  return {
    query: query as unknown as Pipeline['query'],
    async close() {
      closed = true
      const client = await opening?.catch(() => undefined)
      await client?.end()
    },
  }
}

const pipelines = new WeakMap<Db, { pipeline: Pipeline; db: Db }>()

/**
 * Says through which pipeline what is quick may be asked that is asked of `db`, outside of any transaction: on every
 * PostgreSQL, where each connection has a session of its own.
 */
export function addPipeline(db: Db, pipeline: Pipeline): void {
  const client = pipeline as unknown as pg.Client
  pipelines.set(db, { pipeline, db: drizzle({ client, schema, casing: 'snake_case' }) as unknown as Db })
}

/** The pipeline beside a pool of connections, if it has one, for statements as text and as Drizzle writes them. */
export const pipelineOf = (db: Db) => pipelines.get(db)
