import { BackupRefused } from '../backups/manifest.ts'
import { causesOf, codeOf, findDatabaseAway } from '../database/database-away.ts'
import { DatabaseUnusable } from '../database/wait-for-database.ts'
import { ImageStoreUnavailable } from '../outside/image-store.ts'
import { Problem } from '../problems.ts'
import { ConfigError } from '../setting-values.ts'
import { EndedBySignal } from './abort-on-signal.ts'
import { openProgress, type Show } from './show-progress.ts'

/**
 * Runs a command with its argument. Prints one line that says what it did, or why not, and then exits with code 1, or
 * with that of the signal that ended it. Meanwhile, `show` says on a terminal how far it is.
 */
export async function runCommand(
  run: (typed: string | undefined, show: Show) => Promise<string>,
): Promise<void> {
  const { show, clear } = openProgress()
  try {
    const done = await run(process.argv[2], show)
    clear()
    process.stdout.write(`${done}\n`)
  } catch (error) {
    clear()
    process.stderr.write(`${sayWhy(error)}\n`)
    process.exitCode = error instanceof EndedBySignal ? error.exitCode : 1
  }
}

const UNDEFINED_TABLE = '42P01'

const isTold = (error: unknown): error is Error =>
  [Problem, BackupRefused, ConfigError, DatabaseUnusable, ImageStoreUnavailable, EndedBySignal].some(
    (kind) => error instanceof kind,
  )

/**
 * The line for whoever typed the command. An error with neither a code nor a message of ours is a fault: then the
 * stack.
 */
function sayWhy(error: unknown): string {
  if (isTold(error)) return error.message
  const causes = causesOf(error)
  const told = causes.find(codeOf) ?? findDatabaseAway(error)
  if (!told) return causes.at(-1)?.stack ?? String(error)
  const code = codeOf(told)
  if (code === UNDEFINED_TABLE) return 'The shop has not been started on this database yet.'
  return `It did not work: ${told.message || code}`
}
