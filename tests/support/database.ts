import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Embedded, startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { databaseUrl } from './database-url.ts'
import { runSql } from './migrated-database.ts'

/** The source of createTestDatabase()'s databases, provided by the vitest project's global setup. */
type TestDatabaseSource =
  | { engine: 'postgres'; server: string; prefix: string }
  | { engine: 'pglite'; folder: string }

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabaseSource
  }
}

export type TestDatabase = {
  url: string
  pool: pg.Pool
  /** See openDatabase(). */
  ownSessions: boolean
  close(): Promise<void>
}

/**
 * An empty, migrated database for one test file, on the engine of the vitest project: call it once per file, in
 * `beforeAll`, with `close()` in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const source: TestDatabaseSource | undefined = inject('testDatabase')
  if (!source) throw new Error('A test file named *.unit.test.ts gets no database: name it *.test.ts.')
  return source.engine === 'postgres' ? onPostgres(source) : onPglite(source)
}

let count = 0

async function onPostgres({ server, prefix }: { server: string; prefix: string }): Promise<TestDatabase> {
  const name = `${prefix}${process.pid}_${count++}`
  await runSql(server, `create database ${name} template ${prefix}template strategy file_copy`)
  const url = databaseUrl(server, name)
  const pool = openPool(url)
  const close = async () => {
    await pool.end()
    await runSql(server, `drop database ${name} with (force)`)
  }
  return { url, pool, ownSessions: true, close }
}

type Engine = { embedded: Embedded; failures: string[] }
/** Engines of this worker that no test file uses now: starting one takes longer than most files do. */
const idle: Engine[] = []

async function onPglite({ folder }: { folder: string }): Promise<TestDatabase> {
  const engine = idle.pop() ?? (await startEngine(folder))
  const pool = openPool(engine.embedded.url)
  const close = async () => {
    await empty(pool)
    await pool.end()
    if (engine.failures.length > 0)
      throw new Error(`The embedded database wrote:\n${engine.failures.join('\n')}`)
    idle.push(engine)
  }
  return { url: engine.embedded.url, pool, ownSessions: false, close }
}

async function startEngine(folder: string): Promise<Engine> {
  const own = mkdtempSync(join(folder, 'worker-'))
  cpSync(join(folder, 'template/data'), join(own, 'data'), { recursive: true })
  const failures: string[] = []
  // It ends with this worker; its folder is removed with that of the whole run.
  const embedded = await startEmbedded({ folder: own, log: { error: (line) => failures.push(line) } })
  return { embedded, failures }
}

/** Restores the initial state: migrated, and empty. */
async function empty(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace where nspname !~ '^(pg_|information_schema$)'`,
  )
  for (const { name } of rows) await pool.query(`drop schema ${name} cascade`)
  await pool.query('create schema public')
  await migrate(pool)
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 10 })
  // A test may kill idle connections; the next query on a broken one reports its own error.
  pool.on('error', () => {})
  return pool
}
