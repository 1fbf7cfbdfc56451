import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { embeddedForTest } from '#tests/database/embedded-for-test.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

export type Place = Awaited<ReturnType<typeof newPlace>>

/** An empty place to restore to: a new database without tables, on either engine, and a folder for pictures. */
export async function newPlace(engine: 'postgres' | 'embedded') {
  const folder = temporaryFolder()
  const imageStore = createDiskImageStore(join(folder, 'images'))
  const shared = { folder, imageStore, log: pino({ level: 'silent' }), clock: () => new Date() }
  if (engine === 'embedded') {
    const { url } = await embeddedForTest(join(folder, 'database'))
    const pool = new pg.Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    return { ...shared, url, pool }
  }
  const { url, pool, close } = await createTestDatabase()
  await pool.query('drop schema public cascade; create schema public')
  onTestFinished(close)
  return { ...shared, url, pool }
}
