import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

/** How long a start waits for the one before it, whose parent may have been killed this moment. */
const HANDOVER_MS = 2_000

/**
 * Takes the folder for this process, or throws with one line that says who has it.
 *
 * The lock is the operating system's own, on a file (SQLite asks for it in the right way on each system):
 * it is taken at once or not at all, so two starts cannot both believe they have it, and it ends with the
 * process however that ends, so it cannot go stale. A pid in a file or a socket left behind can.
 */
export function lockFolder(folder: string, holder: number): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const holderFile = join(folder, 'lock.holder')
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: HANDOVER_MS })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    if (!/locked/.test(String(error))) throw error
    const pid = existsSync(holderFile) ? ` (process ${readFileSync(holderFile, 'utf8')})` : ''
    throw new Error(
      `The database in ${folder} is in use by another Clamshell${pid}: stop that one, or choose another folder.`,
    )
  }
  writeFileSync(holderFile, String(holder))
  return lock
}

/**
 * Makes sure that `data` holds a database cluster. Making one takes seconds, so an empty one is kept in
 * the project's cache folder, where that may be written, and copied from then on. The cluster appears under
 * its name only when it is whole.
 */
export async function prepareDataFolder(data: string): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return
  const template = templateFolder()
  const unfinished = `${data}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  if (!copyFolder(template, unfinished)) {
    rmSync(unfinished, { recursive: true, force: true })
    const cluster = await PGlite.create({ dataDir: unfinished })
    await cluster.close()
    keepTemplate(unfinished, template)
  }
  renameSync(unfinished, data)
}

function templateFolder(): string {
  const packageFolder = new URL('../', import.meta.resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'))
  return fileURLToPath(new URL(`../../.cache/pglite-${version}`, import.meta.url))
}

function copyFolder(from: string, to: string): boolean {
  try {
    cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return true
  } catch {
    return false
  }
}

function keepTemplate(cluster: string, template: string): void {
  const unfinished = `${template}.${process.pid}`
  try {
    mkdirSync(dirname(template), { recursive: true })
    cpSync(cluster, unfinished, { recursive: true })
    renameSync(unfinished, template)
  } catch {
    // A folder that may not be written, or another process was first: the next new database takes longer.
    rmSync(unfinished, { recursive: true, force: true })
  }
}
