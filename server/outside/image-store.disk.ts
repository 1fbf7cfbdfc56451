import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { limitConcurrency } from '../limit-concurrency.ts'
import { makeFolder } from '../make-folder.ts'
import { type ImageStore, ImageStoreUnavailable, requireKey } from './image-store.ts'

/** Node reads files with four threads. Every read that has begun holds its bytes, and a thousand may be requested at once. */
const READ_AT_ONCE = 8

/**
 * Keeps pictures as files in a folder, which is created with the first one.
 *
 * A file is written under another name, flushed to the disk and only then renamed, so that no reader ever sees half a
 * picture and a crash at most leaves a `.part` file behind. All functions throw ImageStoreUnavailable if the disk
 * fails, is full, or denies access.
 */
export function createDiskImageStore(folder: string): ImageStore {
  const pathOf = (key: string) => join(folder, requireKey(key))
  // Unbounded, since the number of requests in progress is (shed-load.ts).
  const takeTurn = limitConcurrency({ atOnce: READ_AT_ONCE, mostWaiting: Number.POSITIVE_INFINITY })
  return {
    async save(key, bytes) {
      await keep(folder, pathOf(key), bytes).catch(unavailable)
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
}

async function keep(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  makeFolder(folder)
  const part = join(folder, `${randomUUID()}.part`)
  try {
    await writeThrough(part, bytes)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncFolder(folder)
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
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

function noneIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function unavailable(cause: Error): never {
  throw new ImageStoreUnavailable(`The folder of pictures cannot be used: ${cause.message}.`, { cause })
}
