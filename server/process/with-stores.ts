import { existsSync } from 'node:fs'
import type pg from 'pg'
import type { Logger } from 'pino'
import { readConfig } from '../config.ts'
import { joinEmbedded } from '../database/join-embedded.ts'
import { openDatabase } from '../database/open.ts'
import { reachDatabase } from '../database/wait-for-database.ts'
import { createLog } from '../log.ts'
import type { ImageStore } from '../outside/image-store.ts'
import { openImageStore } from '../outside/open-image-store.ts'
import { ConfigError } from '../setting-values.ts'

type Stores = { pool: pg.Pool; imageStore: ImageStore; log: Logger; clock: () => Date }

/**
 * Opens the database and the image store that the environment names, for a command that runs beside the shop, whether
 * the shop is open or not, and closes them after use. Throws DatabaseUnusable where the database does not answer: who has
 * typed a command does not want to wait for a database that may come.
 */
export async function withStores<T>(
  { mustExist }: { mustExist: boolean },
  use: (stores: Stores) => Promise<T>,
): Promise<T> {
  const config = await readConfig(undefined, { makesFiles: false })
  const folder = `${config.dataDir}/database`
  if (mustExist && !config.databaseUrl && !existsSync(folder))
    throw new ConfigError(`There is no shop in ${config.dataDir} yet: start it first.`)
  const say = { error: (line: string) => void process.stderr.write(`${line}\n`) }
  const embedded = config.databaseUrl ? undefined : await joinEmbedded({ folder, log: say })
  const { pool, close } = openDatabase(config.databaseUrl ?? embedded?.url ?? '', {
    max: 2,
    onIdleError: () => {},
  })
  try {
    await reachDatabase(pool)
    const log = createLog('error', process.stderr)
    return await use({ pool, imageStore: openImageStore(config), log, clock: () => new Date() })
  } finally {
    await close()
    await embedded?.stop()
  }
}
