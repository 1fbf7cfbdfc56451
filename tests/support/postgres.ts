import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrate.ts'
import { databaseUrl } from './database-url.ts'
import { holdPostgres } from './hold-postgres.ts'

/**
 * Before the tests of the project `postgres`: one real PostgreSQL server for the whole run (the one of
 * DATABASE_URL, where that is set) with one migrated database, which each test file gets a copy of.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `clamshell_test_${process.pid}_${Date.now().toString(36)}_`
  const { url, stop } = await holdPostgres(prefix)
  await makeTemplate(url, `${prefix}template`)
  project.provide('testDatabase', { engine: 'postgres', server: url, prefix })
  return stop
}

async function makeTemplate(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const pool = new pg.Pool({ connectionString: databaseUrl(server, name) })
  await migrate(pool)
  await pool.end()
}
