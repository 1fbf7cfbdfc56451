import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupRefused, type Manifest } from './manifest.ts'

export type BackupFolder = {
  /** Writes a file piece by piece, onto the disk; it is in `files` from then on. */
  write(name: string, pieces: AsyncIterable<string | Uint8Array> | (string | Uint8Array)[]): Promise<void>
  files: Manifest['files']
}

/**
 * Makes the folder that a backup is written to, for its owner alone: it holds people's data. Throws BackupRefused
 * where there is something already, and where the folder is somebody else's.
 */
export async function makeBackupFolder(folder: string): Promise<BackupFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new BackupRefused(`${folder} is not empty: name a folder that is new.`)
  // One that was there, empty, has kept its mode.
  await chmod(folder, 0o700).catch(({ message }: Error) => {
    throw new BackupRefused(
      `${folder} cannot be kept from others (${message}): name a folder that is new, or your own.`,
    )
  })
  const files: Manifest['files'] = {}
  return {
    files,
    async write(name, pieces) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      let bytes = 0
      const file = await open(path, 'wx', 0o600)
      try {
        for await (const piece of pieces) {
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
  }
}
