import type { TestProject } from 'vitest/node'
import { holdPostgres } from './hold-postgres.ts'
import { createMigrated } from './migrated-database.ts'

/**
 * Global setup of the project `postgres`: one real PostgreSQL server for the whole run (that of DATABASE_URL, if set)
 * with one migrated database, of which each test file gets a copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `clamshell_test_${process.pid}_${Date.now().toString(36)}_`
  const { url, stop } = await holdPostgres(prefix)
  await createMigrated(url, `${prefix}template`)
  project.provide('testDatabase', { engine: 'postgres', server: url, prefix })
  return stop
}
