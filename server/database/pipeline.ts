import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Client, type ClientConfig } from './client.ts'
import * as schema from './schema.ts'
import type { Db } from './with-transaction.ts'

/** A connection that is asked without waiting for its last answer. */
export type Pipeline = Pick<pg.Pool, 'query'> & { close(): Promise<void> }

/**
 * One connection for what everyone may ask and the database answers in a moment, by index. Questions are sent without
 * waiting for earlier answers and answered in their order, so nothing slow may be among them. With a connection for
 * each question both processes are woken for each; here they take along what has come meanwhile. It connects at the
 * first question, and anew at the next one after it has died.
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

/** Typed queries that all go through the pipeline, whoever asks and whatever for. */
export function onPipeline(pipeline: Pipeline): Db {
  const client = pipeline as unknown as pg.Client
  const db = drizzle({ client, schema, casing: 'snake_case' }) as unknown as Db
  pipelines.set(db, { pipeline, db })
  return db
}

/**
 * Gives `db` the pipeline for its quick queries outside of transactions. Not on the embedded engine, whose connections
 * share one session.
 */
export function addPipeline(db: Db, pipeline: Pipeline): void {
  pipelines.set(db, { pipeline, db: onPipeline(pipeline) })
}

/** The pipeline beside a pool of connections, if it has one, for statements as text and as Drizzle writes them. */
export const pipelineOf = (db: Db) => pipelines.get(db)
