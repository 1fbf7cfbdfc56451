import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning } from './is-running.ts'

/**
 * Waits until the starter of a PostgreSQL closes this process's input, as it does however it ends; then stops the
 * server if it is still running, and removes the server's folder. Argument: the folder.
 */
const [home = ''] = process.argv.slice(2)

process.stdin.resume().once('end', async () => {
  const pid = serverOf(home)
  if (pid && end(pid)) while (isRunning(pid)) await pause(50)
  rmSync(home, { recursive: true, force: true })
})

/** The server's process id; a server that shut down properly has none. */
function serverOf(home: string): number | undefined {
  try {
    const [pid] = readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')
    return Number(pid)
  } catch {
    return undefined
  }
}

/** Returns whether there is such a process. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGQUIT')
  } catch {
    return false
  }
}
