import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A killed run leaves its folders, named `<prefix><pid>-…`, in the temporary folder: this removes those whose process
 * has ended.
 */
export function removeLeftovers(prefix: string): void {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    try {
      process.kill(Number.parseInt(name.slice(prefix.length), 10), 0)
    } catch (error) {
      const gone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
      if (gone) rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}
