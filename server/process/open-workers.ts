import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { createLog } from '../log.ts'
import type { OpenShop } from './open-shop.ts'
import { sayWhereItIsOpen } from './say-where-it-is-open.ts'

type Opened = Pick<OpenShop, 'demo' | 'sandbox'>
/** What a worker tells when it serves, and from then on every few seconds: one that hangs tells nothing. */
type WorkerReport = { open: Opened } | { alive: true }

/** Until the next try, where a worker could not open the shop while others serve. */
const PAUSE_MS = 1_000
const BEAT_MS = 5_000
/** Half a minute. They are counted and not timed: where the whole machine has stood still, one is missing and no more. */
const MOST_BEATS_MISSED = 6
/** A worker that does what it is told has ended within ten seconds. */
const END_MS = 12_000

/** Has the first process know that this worker serves. */
export function reportOpen({ demo, sandbox }: Opened): void {
  const tell = (report: WorkerReport) => process.connected && process.send?.(report)
  tell({ open: { demo, sandbox } })
  setInterval(tell, BEAT_MS, { alive: true }).unref()
}

/**
 * Opens the shop in `config.workers` processes on one port. This one only puts another worker in the place of one
 * that has ended, and kills one that hangs. Resolves, with what ends them all, when the first serves (it has migrated)
 * and the others follow.
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

  function killHung(worker: Worker): void {
    log.error({ event: 'worker-hung', pid: worker.process.pid }, 'a worker that does not react is killed')
    worker.process.kill('SIGKILL')
  }

  /** One of them after the other, each until it ends. */
  async function keepOne(onOpen: (opened: Opened) => void): Promise<void> {
    while (!closing) {
      let open = false
      // The port may be one that was chosen just now.
      const end = await runWorker(
        { PORT: String(config.port) },
        {
          onOpen(opened, pid) {
            open = true
            serving += 1
            log.info({ event: 'worker-open', pid }, 'a worker serves')
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
  sayWhereItIsOpen(config, await first.promise)
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

/** Runs one until it ends. Where the system starts no further process, that is its end. */
function runWorker(env: Record<string, string>, { onOpen, onHung }: Hooks): Promise<End> {
  let beats: NodeJS.Timeout | undefined
  return new Promise<End>((done) => {
    const worker = cluster.fork(env)
    const { pid } = worker.process
    let missed = 0
    worker.on('message', (message: WorkerReport) => {
      missed = 0
      // A process under `node --watch` sends messages of its own.
      if (!('open' in message)) return
      beats = setInterval(() => {
        missed += 1
        if (missed === MOST_BEATS_MISSED) onHung(worker)
      }, BEAT_MS)
      onOpen(message.open, pid)
    })
    // Only one that was never started does not exit.
    worker.on('error', (err) => pid === undefined && done({ err }))
    worker.on('exit', (code, signal) => done({ pid, code, signal }))
  })
    .catch((err: unknown) => ({ err }))
    .finally(() => clearInterval(beats))
}
