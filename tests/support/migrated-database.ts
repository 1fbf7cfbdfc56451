import pg from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { databaseUrl } from './database-url.ts'

/** Creates the database `name` on a server, with the shop's tables but no rows; returns its address. */
export async function createMigrated(server: string, name: string): Promise<string> {
  await runSql(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const pool = new pg.Pool({ connectionString: url })
  await migrate(pool)
  await pool.end()
  return url
}

/** Runs a statement over a connection of its own. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
