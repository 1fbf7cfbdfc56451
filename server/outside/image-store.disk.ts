import { access, open, opendir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limitConcurrency } from '../limit-concurrency.ts'
import { makeFolder } from '../make-folder.ts'
import { writeFileAtomically } from '../write-file-atomically.ts'
import { type ImageStore, ImageStoreUnavailable, requireKey } from './image-store.ts'

/** Node reads files with four threads. Every read that has begun holds its bytes, and a thousand may be requested at once. */
const READ_AT_ONCE = 8

/** A file that is no picture. It stays when all pictures are removed: an empty folder is one whose disk is not mounted. */
const MARK = '.clamshell'

/**
 * Keeps pictures as files in a folder, which is created with the first one. All functions throw ImageStoreUnavailable if
 * the disk fails, is full, denies access, or is gone. `filled` says that there must be pictures, since some were saved
 * before this process: a folder that is missing or empty is then in the place of a disk that is not mounted. What was
 * saved there would be hidden when that is back, and what is not found there is not lost.
 */
export function createDiskImageStore(folder: string, { filled = false } = {}): ImageStore {
  const pathOf = (key: string) => join(folder, requireKey(key))
  const mark = join(folder, MARK)
  // Unbounded, since the number of requests in progress is (shed-load.ts).
  const takeTurn = limitConcurrency({ atOnce: READ_AT_ONCE, mostWaiting: Number.POSITIVE_INFINITY })
  return {
    async save(key, bytes) {
      await keep(pathOf(key), bytes).catch(unavailable)
    },
    async read(key) {
      const path = pathOf(key)
      return takeTurn(() => find(path).catch(unavailable))
    },
    async remove(keys) {
      await erase(keys.map(pathOf)).catch(unavailable)
    },
  }

  async function keep(path: string, bytes: Uint8Array): Promise<void> {
    await prepareFolder()
    await writeFileAtomically(path, bytes)
    await syncFolder(folder)
    filled = true
  }

  async function find(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
    const bytes = await readFile(path).catch(noneIfAbsent)
    if (bytes) filled = true
    else await requireThere()
    return bytes
  }

  async function erase(paths: string[]): Promise<void> {
    if (filled) await prepareFolder()
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }

  /** A folder with pictures may have no mark: an earlier version made it, or somebody has copied them there. */
  async function prepareFolder(): Promise<void> {
    if (await exists(mark)) return
    await requireThere()
    makeFolder(folder)
    await writeFile(mark, '')
  }

  async function requireThere(): Promise<void> {
    if (filled && !(await exists(mark)) && (await isEmpty(folder)))
      throw new Error(
        `${folder} is empty or missing, and must have pictures: mount its disk, or put any file there if they are lost`,
      )
  }
}

/** Not with existsSync(): a disk of the network that does not respond would stop the whole process. */
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function isEmpty(folder: string): Promise<boolean> {
  // Not readdir(), which reads them all.
  await using entries = await opendir(folder).catch(noneIfAbsent)
  return !entries || (await entries.read()) === null
}

function noneIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Flushes the folder, which holds the new name. Windows cannot open a folder, and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unavailable(cause: Error): never {
  throw new ImageStoreUnavailable(`The folder of pictures cannot be used: ${cause.message}.`, { cause })
}
