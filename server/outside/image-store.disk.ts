import { existsSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { limitConcurrency } from '../limit-concurrency.ts'
import { makeFolder } from '../make-folder.ts'
import { writeFileAtomically } from '../write-file-atomically.ts'
import { type ImageStore, ImageStoreUnavailable, requireKey } from './image-store.ts'

/** Node reads files with four threads. Every read that has begun holds its bytes, and a thousand may be requested at once. */
const READ_AT_ONCE = 8

/**
 * Keeps pictures as files in a folder, which is created with the first one. All functions throw ImageStoreUnavailable if
 * the disk fails, is full, denies access, or is gone.
 */
export function createDiskImageStore(folder: string): ImageStore {
  const pathOf = (key: string) => join(folder, requireKey(key))
  // Created once only: one in the place of a disk that is not mounted any more would be hidden when that is back.
  let wasThere = existsSync(folder)
  // Unbounded, since the number of requests in progress is (shed-load.ts).
  const takeTurn = limitConcurrency({ atOnce: READ_AT_ONCE, mostWaiting: Number.POSITIVE_INFINITY })
  return {
    async save(key, bytes) {
      await keep(pathOf(key), bytes).catch(unavailable)
    },
    async read(key) {
      const path = pathOf(key)
      return takeTurn(() => readFile(path).catch(noneIfAbsent).catch(unavailable))
    },
    async remove(keys) {
      const paths = keys.map(pathOf)
      await Promise.all(paths.map((path) => rm(path, { force: true }))).catch(unavailable)
    },
  }

  async function keep(path: string, bytes: Uint8Array): Promise<void> {
    if (!wasThere) makeFolder(folder)
    wasThere = true
    await writeFileAtomically(path, bytes)
    await syncFolder(folder)
  }

  function noneIfAbsent(error: NodeJS.ErrnoException): undefined {
    if (error.code !== 'ENOENT' || (wasThere && !existsSync(folder))) throw error
  }
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
