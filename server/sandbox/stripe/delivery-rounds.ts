import type pg from 'pg'
import { claimEvent, type DueEvent, finishEvent, postponeEvent, reach, releaseEvent } from './deliveries.ts'
import type { Fault, FaultyCall } from './faults.ts'
import { finishDue } from './finish-due.ts'
import { type Receiver, sendEvent } from './send-event.ts'

/** How often the table is looked at for what other processes wrote and for what the time makes due. */
const EVERY_MS = 500

type RoundsDeps = {
  pool: pg.Pool
  clock: () => Date
  receiver: Receiver
  takeFault(call: FaultyCall): Fault | undefined
  /** Events that a fault keeps until another one has gone out before them. */
  heldBack: Set<string>
  onError(error: unknown): void
}

type DeliveryRounds = {
  start(): void
  stop(): Promise<void>
  /** Something was committed that may have to be delivered. */
  wake(): void
  settled(): Promise<void>
}

/**
 * The work in the background: one round after the other ends what is due and delivers every due event, the
 * oldest first, each at least once. No transaction is open while the shop is spoken to.
 */
export function createDeliveryRounds(deps: RoundsDeps): DeliveryRounds {
  const { pool, clock, heldBack } = deps
  let stopping = AbortSignal.abort()
  let end = () => {}
  let queued = false
  let last: Promise<number> = Promise.resolve(0)

  async function deliver(event: DueEvent): Promise<void> {
    const fault = deps.takeFault('deliver')
    if (fault?.kind === 'dropped') return finishEvent(pool, event.id, clock())
    if (fault?.kind === 'delayed') {
      return releaseEvent(pool, event.id, new Date(clock().getTime() + fault.delayMs))
    }
    if (fault?.kind === 'out-of-order') {
      heldBack.add(event.id)
      return releaseEvent(pool, event.id, clock())
    }
    const reached = reach(fault)
    const send = () => sendEvent(deps.receiver, event, clock(), stopping, fault)
    const arrived = reached !== 'not at all' && (await send())
    if (fault?.kind === 'duplicate') await send()
    if (arrived) heldBack.clear()
    if (arrived && reached === 'both ways') await finishEvent(pool, event.id, clock())
    else await postponeEvent(pool, event, clock())
  }

  async function round(): Promise<number> {
    queued = false
    if (stopping.aborted) return 0
    let done = await finishDue(pool, clock())
    while (!stopping.aborted) {
      const event = await claimEvent(pool, clock(), heldBack)
      if (!event) break
      await deliver(event)
      done += 1
    }
    return done
  }

  function next(): Promise<number> {
    last = last.catch(() => 0).then(round)
    return last
  }

  function wake(): void {
    if (queued || stopping.aborted) return
    queued = true
    next().catch(deps.onError)
  }

  return {
    start() {
      const running = new AbortController()
      const timer = setInterval(wake, EVERY_MS)
      timer.unref()
      stopping = running.signal
      end = () => {
        clearInterval(timer)
        running.abort()
      }
      wake()
    },
    async stop() {
      end()
      await last.catch(() => 0)
    },
    wake,
    async settled() {
      while ((await next()) > 0);
    },
  }
}
