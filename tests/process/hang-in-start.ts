import cluster from 'node:cluster'
import { writeSync } from 'node:fs'

/** Preloaded into a shop with three workers: the first that replaces one hangs before it has begun to start. */
if (cluster.worker?.id === 4) {
  writeSync(1, `hangs in its start: ${process.pid}\n`)
  process.kill(process.pid, 'SIGSTOP')
}
