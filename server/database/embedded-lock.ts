import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../make-folder.ts'
import { DatabaseUnusable } from './wait-for-database.ts'

/** How long a start waits for a database process whose parent was killed and which is about to end. */
const HANDOVER_MS = 10_000
/** SQLite's code (SQLITE_NOTADB) for a file that it has not written. */
const NOT_ITS_FILE = 26

/**
 * Locks the folder for this process, which works for the process `holder`, or throws DatabaseUnusable, which says who
 * has it, or what keeps it from being locked.
 *
 * The lock is the operating system's, on a file (SQLite requests it in the right way on each system): it is taken at
 * once or not at all, so two starts cannot both believe they have it, and it ends with the process however that ends,
 * so it cannot go stale. A pid in a file or a leftover socket can; the pid here only names the holder, and tells
 * whether waiting makes sense.
 */
export function lockFolder(folder: string, holder: number): DatabaseSync {
  makeFolder(folder, 0o700)
  const holderFile = join(folder, 'lock.holder')
  const lock = new DatabaseSync(join(folder, 'lock'))
  if (!takes(lock, 0)) {
    const other = existsSync(holderFile) ? Number(readFileSync(holderFile, 'utf8')) : 0
    if (isRunning(other) || !takes(lock, HANDOVER_MS)) {
      throw new DatabaseUnusable(
        `The database in ${folder} is in use by another Clamshell (process ${other}): ` +
          'stop that one, or choose another folder.',
      )
    }
  }
  writeFileSync(holderFile, String(holder))
  return lock
}

function takes(lock: DatabaseSync, timeoutMs: number): boolean {
  try {
    lock.exec(`pragma busy_timeout = ${timeoutMs}`)
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (/locked/.test(String(error))) return false
    if ((error as { errcode?: number }).errcode === NOT_ITS_FILE)
      throw new DatabaseUnusable(`${lock.location()} is not a Clamshell lock: move it elsewhere.`)
    throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
