import { databaseUrl } from '#tests/support/database-url.ts'
import { holdPostgres } from '#tests/support/hold-postgres.ts'
import { createMigrated, runSql } from '#tests/support/migrated-database.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'

/** The PostgreSQL server of a bench, with migrated databases that are dropped when it ends. */
export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * Starts a PostgreSQL that listens on a TCP port, which each of the commerce servers can use; or takes the one at
 * DATABASE_URL.
 */
export async function openDatabases() {
  const prefix = `clamshell_bench_${process.pid}_`
  const { url, stop } = process.env.DATABASE_URL
    ? await holdPostgres(prefix)
    : await startPostgres({ tcp: true })
  return {
    /** Creates an empty database; answers its address. */
    async createEmpty(name: string): Promise<string> {
      await runSql(url, `create database ${prefix}${name}`)
      return databaseUrl(url, prefix + name)
    },
    /** Creates one with the shop's tables, empty; answers its address. */
    create: (name: string) => createMigrated(url, prefix + name),
    stop,
  }
}
