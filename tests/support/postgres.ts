import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrate.ts'
import { databaseUrl } from './database-url.ts'
import type { PostgresReport } from './postgres-process.ts'

/**
 * Before the tests of the project `postgres`: one real PostgreSQL server for the whole run (the one of
 * DATABASE_URL, where that is set) with one migrated database, which each test file gets a copy of.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `clamshell_test_${process.pid}_${Date.now().toString(36)}_`
  const holder = fork(fileURLToPath(new URL('./postgres-process.ts', import.meta.url)), [
    prefix,
    ...(process.env.DATABASE_URL ? [process.env.DATABASE_URL] : []),
  ])
  const ended = new Promise<void>((done) => holder.once('exit', () => done()))
  const report = await new Promise<PostgresReport>((settle) => {
    holder.once('message', (message: PostgresReport) => settle(message))
    holder.once('exit', () => settle({ failure: 'The process of the PostgreSQL for the tests ended early.' }))
  })
  if ('failure' in report) throw new Error(report.failure)
  await makeTemplate(report.url, `${prefix}template`)
  project.provide('testDatabase', { engine: 'postgres', server: report.url, prefix })
  return async () => {
    holder.disconnect()
    await ended
  }
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
