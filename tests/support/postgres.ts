import type { TestProject } from 'vitest/node'
import { holdPostgres } from './hold-postgres.ts'
import { createMigrated } from './migrated-database.ts'

/**
 * Before the tests of the project `postgres`: one real PostgreSQL server for the whole run (the one of
 * DATABASE_URL, where that is set) with one migrated database, which each test file gets a copy of.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `clamshell_test_${process.pid}_${Date.now().toString(36)}_`
  const { url, stop } = await holdPostgres(prefix)
  await createMigrated(url, `${prefix}template`)
  project.provide('testDatabase', { engine: 'postgres', server: url, prefix })
  return stop
}
