import pg from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { databaseUrl } from '#tests/support/database-url.ts'
import { holdPostgres } from '#tests/support/hold-postgres.ts'

/** The PostgreSQL server of a bench, with migrated databases of its own that go when it ends. */
export type Databases = Awaited<ReturnType<typeof openDatabases>>

/** Starts a PostgreSQL as the tests do, or takes the one of DATABASE_URL. */
export async function openDatabases() {
  const prefix = `clamshell_bench_${process.pid}_`
  const { url, stop } = await holdPostgres(prefix)
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const named = (name: string) => databaseUrl(url, prefix + name)
  return {
    /** An empty database with the shop's tables; answers its address. */
    async create(name: string): Promise<string> {
      await run(`create database ${prefix}${name}`)
      const pool = new pg.Pool({ connectionString: named(name) })
      await migrate(pool)
      await pool.end()
      return named(name)
    },
    /** A copy of one that nobody uses; answers its address. */
    async copy(from: string, name: string): Promise<string> {
      await run(`create database ${prefix}${name} template ${prefix}${from}`)
      return named(name)
    },
    stop,
  }
}
