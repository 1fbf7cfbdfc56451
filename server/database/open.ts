import pg from 'pg'
import { Client } from './client.ts'
import { addPipeline, openPipeline } from './pipeline.ts'
import { type Db, queriesOn } from './with-transaction.ts'

/**
 * Readers wait for a lock only while the schema or the like is changed, and then everybody behind them in the pipeline
 * waits too.
 */
const LOCKED_MS = 500

export type Database = { pool: pg.Pool; db: Db; close(): Promise<void> }

type Options = {
  /**
   * How many of the connections the pipeline has. Only where each connection has a session of its own, as on every
   * PostgreSQL but the embedded engine: the pipeline's statements have names.
   */
  pipelined?: number
  /** Connections at most: one process keeps no more of them busy. docs/operating.md adds them up. */
  max?: number
  /** How long a statement may take, in milliseconds; connecting may take half of it. */
  timeoutMs?: number
  /** Called for connections that die while they are idle. */
  onIdleError: (error: Error) => void
}

/**
 * Opens a pool of connections to `url`. Nothing is connected yet: the first query does that, and fails
 * where no server answers.
 */
export function openDatabase(
  url: string,
  { pipelined = 0, max = 10, timeoutMs = 10_000, onIdleError }: Options,
): Database {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: timeoutMs / 2,
    statement_timeout: timeoutMs,
    // A silent server is given up some time after it should have ended the statement itself.
    queryTimeoutMs: timeoutMs * 1.5,
    // The locks of a process whose machine is gone end before the network notices.
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'clamshell',
  }
  const inPipeline = { ...config, lock_timeout: LOCKED_MS }
  const pipeline = pipelined > 0 ? openPipeline(inPipeline, onIdleError, pipelined) : undefined
  const pool = new pg.Pool({ ...config, Client, max: max - pipelined, idleTimeoutMillis: 30_000 })
  pool.on('error', onIdleError)
  const db = queriesOn(pool)
  if (pipeline) addPipeline(db, pipeline)
  return {
    pool,
    db,
    async close() {
      await Promise.all([pool.end(), pipeline?.close()])
    },
  }
}
