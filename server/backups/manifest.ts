import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { progressOf, type Show } from '../process/show-progress.ts'
import { writeFileAtomically } from '../write-file-atomically.ts'

/** The version of the backup format. */
const FORMAT = 1
const NAME = 'manifest.json'

/** The contents of a backup: every file with its length and hash, and the migrations that its rows have seen. */
export type Manifest = {
  format: typeof FORMAT
  madeAt: string
  migrations: string[]
  /** The number of rows by table. */
  rows: Record<string, number>
  files: Record<string, { bytes: number; sha256: string }>
}

/** One line that says why a backup cannot be written, or a folder not be restored. */
export class BackupRefused extends Error {}

/** Written last, and atomically: an interrupted backup has none. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = JSON.stringify({ format: FORMAT, ...manifest })
  const sealed = JSON.stringify({ sha256: hashOf(text), manifest: text })
  await writeFileAtomically(join(folder, NAME), sealed, { mode: 0o600 })
}

/**
 * The manifest of a backup whose every file is present and unchanged. Throws BackupRefused if one is not, and the
 * system's error if one cannot be read.
 */
export async function readManifest(folder: string, show: Show = () => {}): Promise<Manifest> {
  const manifest = await openManifest(folder)
  if (manifest.format !== FORMAT)
    throw new BackupRefused('This backup was made by another version of Clamshell.')
  const files = Object.entries(manifest.files)
  for (const [n, [file, { bytes, sha256 }]] of files.entries()) {
    show(progressOf('Files checked', n, files.length))
    const found = await measure(join(folder, file)).catch(nothingIfMissing)
    if (!found) throw new BackupRefused(`The backup is incomplete: ${file} is missing.`)
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new BackupRefused(`The backup was changed: ${file} is not as it was written.`)
  }
  return manifest
}

async function openManifest(folder: string): Promise<Manifest> {
  const sealed = await readFile(join(folder, NAME), 'utf8').catch(nothingIfMissing)
  if (sealed === undefined) throw new BackupRefused(`There is no complete backup in ${folder}.`)
  try {
    const { sha256, manifest } = JSON.parse(sealed) as { sha256: string; manifest: string }
    if (hashOf(manifest) === sha256) return JSON.parse(manifest)
  } catch {
    // Not even JSON any more.
  }
  throw new BackupRefused(`The backup was changed: ${NAME} is not as it was written.`)
}

/** A file that exists but cannot be read, say because it is somebody else's, must not be reported as lost. */
function nothingIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

const hashOf = (bytes: string | Uint8Array) => hash('sha256', bytes)

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hashing = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks) {
      bytes += chunk.length
      hashing.update(chunk)
    }
  })
  return { bytes, sha256: hashing.digest('hex') }
}
