import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { removeLeftovers } from './remove-leftovers.ts'

const NAME = 'clamshell-pglite-'

/** Global setup of the project `pglite`: one migrated data folder, of which each test file gets a copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  removeLeftovers(NAME)
  const folder = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
  const failures: string[] = []
  const embedded = await startEmbedded({
    folder: join(folder, 'template'),
    log: { error: (line) => failures.push(line) },
  })
  const pool = new pg.Pool({ connectionString: embedded.url })
  await migrate(pool)
  await pool.end()
  await embedded.stop()
  if (failures.length > 0) throw new Error(failures.join('\n'))
  project.provide('testDatabase', { engine: 'pglite', folder })
  return () => rmSync(folder, { recursive: true, force: true })
}
