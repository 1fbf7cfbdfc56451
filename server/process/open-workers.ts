import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { createLog } from '../log.ts'
import type { OpenShop } from './open-shop.ts'
import { sayWhereItIsOpen } from './say-where-it-is-open.ts'

/** What a worker tells when it serves. */
export type WorkerReport = { open: Pick<OpenShop, 'demo' | 'sandbox'> }

/** Until the next try, where a worker could not open the shop while others serve. */
const PAUSE_MS = 1_000

/**
 * Opens the shop in `config.workers` processes on one port. This one only puts another worker in the place of one
 * that has ended. Resolves, with what ends them all, when the first serves (it has migrated) and the others follow.
 *
 * A worker that cannot open the shop while no other serves ends the whole: it has said why, or the log does.
 */
export async function openWorkers(config: Config): Promise<() => Promise<void>> {
  // Each takes connections from the one socket, those that are idle first. Handed out by this process, as is Node's own
  // way, one that was on its way to a worker that is killed would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const log = createLog(config.logLevel)
  let closing = false
  let serving = 0
  let clean = true

  /** One of them after the other, each until it ends. */
  async function keepOne(onOpen: (report: WorkerReport) => void): Promise<void> {
    while (!closing) {
      let open = false
      // The port may be one that was chosen just now.
      const end = await runWorker({ PORT: String(config.port) }, (report, pid) => {
        open = true
        serving += 1
        log.info({ event: 'worker-open', pid }, 'a worker serves')
        onOpen(report)
      })
      if (open) serving -= 1
      if (closing) {
        if (open && end.code !== 0) clean = false
        return
      }
      log.error({ event: 'worker-ended', ...end }, 'a worker has ended')
      if (open) continue
      if (serving === 0) process.exit(1)
      await pause(PAUSE_MS)
    }
  }

  const first = Promise.withResolvers<WorkerReport>()
  const places = [keepOne(first.resolve)]
  sayWhereItIsOpen(config, (await first.promise).open)
  while (places.length < config.workers) places.push(keepOne(() => {}))

  return async () => {
    closing = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    await Promise.all(places)
    if (!clean) throw new Error('a worker did not finish what it was doing.')
  }
}

type End = { pid?: number | undefined; code?: number; signal?: string; err?: unknown }

/** Runs one until it ends. Where the system starts no further process, that is its end. */
function runWorker(
  env: Record<string, string>,
  onOpen: (report: WorkerReport, pid: number | undefined) => void,
): Promise<End> {
  return new Promise<End>((done) => {
    const worker = cluster.fork(env)
    const { pid } = worker.process
    worker.on('message', (message: WorkerReport) => {
      // A process under `node --watch` sends messages of its own.
      if ('open' in message) onOpen(message, pid)
    })
    // Only one that was never started does not exit.
    worker.on('error', (err) => pid === undefined && done({ err }))
    worker.on('exit', (code, signal) => done({ pid, code, signal }))
  }).catch((err: unknown) => ({ err }))
}
