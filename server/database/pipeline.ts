import type pg from 'pg'
import { Client, type ClientConfig } from './client.ts'
import { type Db, queriesOn } from './with-transaction.ts'

/** Sends queries without waiting for earlier answers. */
export type Pipeline = Pick<pg.Pool, 'query'> & { close(): Promise<void> }

/**
 * For public queries that the database answers in a moment, by index. They are sent without waiting for earlier
 * answers, so nothing slow may be among them. With one connection per query, both processes are woken for each; here
 * they handle everything that has come meanwhile. Of `several` connections the one with the fewest pending queries is
 * used, and the first if none has any: PostgreSQL runs a process for each, which only a crowd keeps busy. A connection
 * that is not open is used only if none is: one that cannot be opened would otherwise get every query, and fail it.
 */
export function openPipeline(
  config: ClientConfig,
  onIdleError: (error: Error) => void,
  several = 1,
): Pipeline {
  const connections = Array.from({ length: several }, () => ({
    ...openConnection(config, onIdleError),
    pending: 0,
  }))

  async function query(...asked: Parameters<pg.Client['query']>) {
    const least = connections.reduce((least, one) =>
      one.pending < least.pending && one.isReady() ? one : least,
    )
    const free = least.isReady() ? least : (connections.find((one) => one.isOpen()) ?? least)
    free.pending++
    try {
      return await free.query(...asked)
    } finally {
      free.pending--
    }
  }

  return {
    query: query as unknown as Pipeline['query'],
    async close() {
      await Promise.all(connections.map(({ close }) => close()))
    },
  }
}

/**
 * Connects at the first query, and again at the next one after the connection has died; answers in the order of the
 * queries.
 */
function openConnection(config: ClientConfig, onIdleError: (error: Error) => void) {
  let opening: Promise<pg.Client> | undefined
  let isOpen = false
  let closed = false

  function open(): Promise<pg.Client> {
    const client = new Client({ ...config, pipeline: true })
    const opened = client.connect().then(() => {
      isOpen = true
      return client
    })
    function forget(): void {
      if (opening !== opened) return
      opening = undefined
      isOpen = false
    }
    client.on('error', (error) => {
      // A dying connection may emit two errors.
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
    query,
    isOpen: () => isOpen,
    /** Whether it is open. If it is not, connecting begins, until it is closed. */
    isReady(): boolean {
      if (closed) return false
      opening ??= open()
      return isOpen
    },
    async close() {
      closed = true
      const client = await opening?.catch(() => undefined)
      await client?.end()
    },
  }
}

const pipelines = new WeakMap<Db, { pipeline: Pipeline; db: Db }>()

/** Typed queries that all go through the pipeline. */
export function onPipeline(pipeline: Pipeline): Db {
  const db = queriesOn(pipeline)
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
