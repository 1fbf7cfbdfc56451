import { readFileSync } from 'node:fs'

/** Whether a process of this id is there. One that has ended is not, though nobody has asked how it ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return true // A system without /proc.
  }
}
