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
  const folder = makeTemporaryFolder()
  finished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The same for who removes it; if that fails, a later run does. */
export function makeTemporaryFolder(): string {
  removeLeftovers(NAME)
  return mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
}
