import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { createLog } from '../log.ts'
import type { OpenShop } from './open-shop.ts'
import { sayWhereItIsOpen } from './say-where-it-is-open.ts'

type Opened = Pick<OpenShop, 'demo' | 'sandbox'>
/** A worker's message when it serves, and every few seconds from its start: a hanging worker sends none. */
type WorkerReport = { open: Opened } | { alive: true }

/** The pause before the next try, if a worker could not open the shop while others serve. */
const PAUSE_MS = 1_000
const BEAT_MS = 5_000
/** Half a minute. Beats are counted and not timed: if the whole machine was suspended, only one is missing. */
const MOST_BEATS_MISSED = 6
/** A worker that obeys has ended within ten seconds. */
const END_MS = 12_000

const tell = (report: WorkerReport) => process.connected && process.send?.(report)

/** Keeps telling the first process that this worker does not hang. */
export const reportAlive = () => void setInterval(tell, BEAT_MS, { alive: true }).unref()

/** Tells the first process that this worker serves. */
export const reportOpen = ({ demo, sandbox }: Opened) => void tell({ open: { demo, sandbox } })

/**
 * Opens the shop in `config.workers` processes on one port. This process only replaces workers that have ended, and
 * kills those that hang. Resolves, with a function that ends them all, when the first serves (it has migrated the
 * database) and the others are starting.
 *
 * A worker that cannot open the shop while no other serves ends everything: it has said why, or the log does.
 */
export async function openWorkers(config: Config): Promise<() => Promise<void>> {
  // The workers accept connections from one shared socket, idle ones first. If this process handed them out, as is
  // Node's default, a connection on its way to a worker that is killed would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  if (config.metricsPort) {
    const { openMetrics } = await import('../metrics/open-metrics.ts')
    await openMetrics(config.metricsPort)
  }
  const log = createLog(config.logLevel)
  let closing = false
  let serving = 0
  let clean = true

  function killHung(worker: Worker): void {
    log.error({ event: 'worker-hung', pid: worker.process.pid }, 'a worker that does not respond is killed')
    worker.process.kill('SIGKILL')
  }

  /** Runs one worker after the other, each until it ends. */
  async function keepOne(onOpen: (opened: Opened) => void): Promise<void> {
    while (!closing) {
      let open = false
      // The port may have been chosen only now.
      const end = await runWorker(
        { PORT: String(config.port) },
        {
          onOpen(opened, pid) {
            open = true
            serving += 1
            log.info({ event: 'worker-open', pid }, 'a worker is ready')
            onOpen(opened)
          },
          onHung: killHung,
        },
      )
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

  const first = Promise.withResolvers<Opened>()
  const places = [keepOne(first.resolve)]
  sayWhereItIsOpen(config, { log, ...(await first.promise) })
  while (places.length < config.workers) places.push(keepOne(() => {}))

  return async () => {
    closing = true
    for (const worker of listWorkers()) worker.process.kill('SIGTERM')
    const late = setTimeout(() => {
      clean = false
      listWorkers().forEach(killHung)
    }, END_MS)
    await Promise.all(places)
    clearTimeout(late)
    if (!clean) throw new Error('a worker did not finish what it was doing.')
  }
}

const listWorkers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

type End = { pid?: number | undefined; code?: number; signal?: string; err?: unknown }
type Hooks = { onOpen(opened: Opened, pid: number | undefined): void; onHung(worker: Worker): void }

/** Runs one worker until it ends; if the system cannot start another process, that counts as its end. */
function runWorker(env: Record<string, string>, { onOpen, onHung }: Hooks): Promise<End> {
  let beats: NodeJS.Timeout | undefined
  return new Promise<End>((done) => {
    const worker = cluster.fork(env)
    const { pid } = worker.process
    let missed = 0
    beats = setInterval(() => {
      missed += 1
      if (missed === MOST_BEATS_MISSED) onHung(worker)
    }, BEAT_MS)
    worker.on('message', (message: WorkerReport) => {
      missed = 0
      // A process under `node --watch` sends messages of its own.
      if ('open' in message) onOpen(message.open, pid)
    })
    // A worker emits `exit` unless it was never started.
    worker.on('error', (err) => pid === undefined && done({ err }))
    worker.on('exit', (code, signal) => done({ pid, code, signal }))
  })
    .catch((err: unknown) => ({ err }))
    .finally(() => clearInterval(beats))
}
