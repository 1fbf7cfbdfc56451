import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning } from './is-running.ts'

/**
 * Waits until whoever started a PostgreSQL closes this process's input, which it does however it ends, and ends
 * the server that it left behind, and the server's folder. Argument: the folder.
 */
const [home = ''] = process.argv.slice(2)

process.stdin.resume().once('end', async () => {
  const pid = serverOf(home)
  if (pid && end(pid)) while (isRunning(pid)) await pause(50)
  rmSync(home, { recursive: true, force: true })
})

/** The process of the server; a server that has ended in good order has none. */
function serverOf(home: string): number | undefined {
  try {
    const [pid] = readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')
    return Number(pid)
  } catch {
    return undefined
  }
}

/** Answers whether there is such a process. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGQUIT')
  } catch {
    return false
  }
}
