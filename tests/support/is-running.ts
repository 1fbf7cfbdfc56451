import { readFileSync } from 'node:fs'

/** Whether a process with this id is running. A zombie, whose exit code nobody has read yet, does not count. */
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
