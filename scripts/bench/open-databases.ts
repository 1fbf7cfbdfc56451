import pg from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { databaseUrl } from '#tests/support/database-url.ts'
import { holdPostgres } from '#tests/support/hold-postgres.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'

/** The PostgreSQL server of a bench, with migrated databases of its own that go when it ends. */
export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * Starts a PostgreSQL that is reached at a port, as most are, and as each of the commerce servers can; or takes the one
 * at DATABASE_URL.
 */
export async function openDatabases() {
  const prefix = `clamshell_bench_${process.pid}_`
  const { url, stop } = process.env.DATABASE_URL
    ? await holdPostgres(prefix)
    : await startPostgres({ tcp: true })
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const named = (name: string) => databaseUrl(url, prefix + name)
  async function createEmpty(name: string): Promise<string> {
    await run(`create database ${prefix}${name}`)
    return named(name)
  }
  return {
    /** A database with nothing in it; answers its address. */
    createEmpty,
    /** One with the shop's tables, empty; answers its address. */
    async create(name: string): Promise<string> {
      const url = await createEmpty(name)
      const pool = new pg.Pool({ connectionString: url })
      await migrate(pool)
      await pool.end()
      return url
    },
    stop,
  }
}
