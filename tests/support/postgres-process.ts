import { statfsSync } from 'node:fs'
import pg from 'pg'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/**
 * Runs the PostgreSQL of one test run, and cleans up when the channel to the run closes, so that nothing is left if the
 * run is interrupted or killed. Arguments: the prefix of the run's databases and, to use an existing server, its
 * address; on that server only databases with the prefix are touched.
 */
const [prefix = '', existing] = process.argv.slice(2)

/** Linux's folder for files in memory: each test file's database is hundreds of files. */
const IN_MEMORY = '/dev/shm'
/** All tests need a sixth of it; a container may have only 64 MB. */
const ROOM_BYTES = 4 * 1024 ** 3

/** The report to the test run: the server's address, or why there is none. */
export type PostgresReport = { url: string } | { failure: string }

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const server = existing ? { url: existing, stop: () => dropDatabases(existing) } : startQuickest()
process.once('disconnect', async () => {
  await (await server).stop()
  process.exit(0)
})

try {
  report({ url: (await server).url })
} catch (error) {
  report({ failure: error instanceof Error ? error.message : String(error) })
}

async function startQuickest(): Promise<PostgresServer> {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize > ROOM_BYTES) return await startPostgres({ under: IN_MEMORY })
  } catch {
    // There is no such folder, or it does not allow running programs.
  }
  return startPostgres()
}

function report(message: PostgresReport): void {
  process.send?.(message, () => 'failure' in message && process.exit(1))
}

async function dropDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(datname) as name from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
}
