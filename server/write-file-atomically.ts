import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file under another name, flushes it to the disk and only then renames it, so that no reader ever sees half
 * of it. A failure leaves nothing behind, a crash at most a `.part` file.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  { mode }: { mode?: number } = {},
): Promise<void> {
  const part = `${path}-${randomUUID()}.part`
  try {
    await writeFile(part, content, { flag: 'wx', flush: true, mode: mode ?? 0o666 })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
