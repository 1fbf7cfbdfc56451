import type { Config } from '../config.ts'
import { joinEmbedded } from '../database/join-embedded.ts'
import { openDatabase } from '../database/open.ts'
import { reachDatabase } from '../database/wait-for-database.ts'
import { createLog } from '../log.ts'
import { openImageStore } from '../outside/open-image-store.ts'

/**
 * Database and pictures of the shop that the settings name, for a command beside it, whether it is open or not. Throws
 * DatabaseUnusable where the database does not answer: who has typed a command does not wait for one that may come.
 */
export async function openPlace(config: Config) {
  const say = { error: (line: string) => void process.stderr.write(`${line}\n`) }
  const embedded = config.databaseUrl
    ? undefined
    : await joinEmbedded({ folder: `${config.dataDir}/database`, log: say })
  const database = openDatabase(config.databaseUrl ?? embedded?.url ?? '', { max: 2, onIdleError: () => {} })
  async function close(): Promise<void> {
    await database.close()
    await embedded?.stop()
  }
  try {
    await reachDatabase(database.pool)
  } catch (error) {
    await close()
    throw error
  }
  return {
    pool: database.pool,
    imageStore: openImageStore(config),
    log: createLog('error', process.stderr),
    clock: () => new Date(),
    close,
  }
}
