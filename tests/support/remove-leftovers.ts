import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A run that is killed leaves its folders in the temporary folder. They are named `<prefix><pid>-…`: this
 * removes those whose process has gone.
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
