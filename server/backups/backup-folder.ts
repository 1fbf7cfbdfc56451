import { createHash } from 'node:crypto'
import { chmod, open, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { BackupRefused, type Manifest } from './manifest.ts'

const OWNER_ONLY = 0o700

export type BackupFolder = {
  /** Writes a file piece by piece, and flushes it to the disk; from then on it is in `files`. */
  write(name: string, pieces: AsyncIterable<string | Uint8Array> | (string | Uint8Array)[]): Promise<void>
  files: Manifest['files']
  /** Removes what was written, and the folder if it was created for that. */
  discard(): Promise<void>
}

/**
 * Makes the folder that a backup is written to, for its owner alone: it holds people's data. Throws BackupRefused
 * where there is something already, and where the folder is somebody else's. Nothing more is written once `signal` is
 * aborted.
 */
export async function makeBackupFolder(folder: string, signal?: AbortSignal): Promise<BackupFolder> {
  const made = makeFolder(resolve(folder), OWNER_ONLY)
  if ((await readdir(folder)).length > 0)
    throw new BackupRefused(`${folder} is not empty: name a new folder.`)
  // An empty folder that existed has kept its mode.
  await chmod(folder, OWNER_ONLY).catch(({ message }: Error) => {
    throw new BackupRefused(`${folder} cannot be made private (${message}): name a new folder, or your own.`)
  })
  const files: Manifest['files'] = {}
  const written: string[] = []
  return {
    files,
    async write(name, pieces) {
      signal?.throwIfAborted()
      const path = resolve(folder, name)
      made.push(...makeFolder(dirname(path), OWNER_ONLY))
      const hash = createHash('sha256')
      let bytes = 0
      const file = await open(path, 'wx', 0o600)
      written.push(path)
      try {
        for await (const piece of pieces) {
          signal?.throwIfAborted()
          const data = typeof piece === 'string' ? Buffer.from(piece) : piece
          await file.writeFile(data)
          hash.update(data)
          bytes += data.byteLength
        }
        await file.sync()
      } finally {
        await file.close()
      }
      files[name] = { bytes, sha256: hash.digest('hex') }
    },
    async discard() {
      // File by file, since somebody else may write there, too; and the innermost folders first.
      for (const path of written) await rm(path, { force: true })
      for (const path of made.sort().reverse()) await rmdir(path).catch(() => {})
    },
  }
}
