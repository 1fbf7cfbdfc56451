import { workerData } from 'node:worker_threads'

/**
 * A thread of the embedded database's process. A query blocks the main thread for as long as it takes, so that it
 * cannot notice the end of its parent; this thread notices it and gives the main thread three seconds.
 */
const parent: number = workerData
const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3_000)
}, 500)
