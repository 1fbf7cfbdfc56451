import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Embedded, startEmbedded } from '#server/database/embedded.ts'
import type { Finished } from '#tests/support/temporary-folder.ts'

/** Starts an embedded database that ends with the test (or the file), and fails it if its process complains. */
export async function embeddedForTest(
  folder: string,
  { loopback, finished = onTestFinished }: { loopback?: boolean; finished?: Finished } = {},
): Promise<Embedded> {
  const complaints: string[] = []
  const log = { error: (line: string) => complaints.push(line) }
  const embedded = await startEmbedded({ folder, log, ...(loopback ? { loopback } : {}) })
  finished(async () => {
    await embedded.stop()
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
  })
  return embedded
}

/** A pool on it that ends with the test (or the file), before the database does. */
export function poolForTest({ url }: Embedded, finished: Finished = onTestFinished): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  // Connections are cut on purpose here; queries on them report their own errors.
  pool.on('error', () => {})
  finished(() => pool.end())
  return pool
}
