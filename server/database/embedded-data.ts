import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { DatabaseUnusable } from './wait-for-database.ts'

/**
 * Makes sure that `data` holds a database cluster. Creating one takes seconds, so an empty one is stored in the
 * project's cache folder (`template`), if that is writable, and copied from then on by everyone who may read it. The
 * cluster gets its final name only when it is complete. Throws DatabaseUnusable if something else is there.
 */
export async function prepareDataFolder(data: string, template = templateFolder()): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return
  if (isTaken(data))
    throw new DatabaseUnusable(
      `There is something in ${data} that is not a complete database: move it elsewhere and restore a backup, or use another DATA_DIR.`,
    )
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

/** Whether anything is there but an empty folder. */
function isTaken(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && (!found.isDirectory() || readdirSync(path).length > 0)
}

function templateFolder(): string {
  const packageFolder = new URL('../', import.meta.resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'))
  return fileURLToPath(new URL(`../../.cache/pglite-${version}`, import.meta.url))
}

function copyFolder(from: string, to: string): boolean {
  try {
    // Of what it may not read, the copy ends this process instead of throwing.
    accessSync(from, constants.R_OK | constants.X_OK)
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
    // The folder is not writable, or another process was first: then creating the next new database takes longer.
    try {
      rmSync(unfinished, { recursive: true, force: true })
    } catch {
      // Nor looked into.
    }
  }
}
