import { workerData } from 'node:worker_threads'

/**
 * A thread of the embedded database's process. A query keeps the main thread busy for as long as it takes,
 * deaf to the end of its parent; this thread hears of it and gives the main thread three seconds.
 */
const parent: number = workerData
const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3_000)
}, 500)
