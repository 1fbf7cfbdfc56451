import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type afterAll, onTestFinished } from 'vitest'
import { removeLeftovers } from './remove-leftovers.ts'

const NAME = 'clamshell-test-'

/** `onTestFinished`, for what one test uses; `afterAll`, called at the top of a file, for what all of its tests use. */
export type Finished = typeof onTestFinished | typeof afterAll

/** A new folder that is removed when the test (or the file) that requested it has finished. */
export function temporaryFolder(finished: Finished = onTestFinished): string {
  removeLeftovers(NAME)
  const folder = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
  finished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
