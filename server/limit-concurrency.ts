import { availableParallelism } from 'node:os'
import { Problem } from './problems.ts'

type Width = {
  atOnce: number
  mostWaiting: number
  /** How long work waits, in milliseconds, before it is refused; without a limit by default. */
  longestWaitMs?: number
}

/** For work that keeps a processor busy: one is left for answering everybody else. */
export const SPARE_PROCESSORS = Math.max(1, availableParallelism() - 1)

/** For work that a visitor waits for: as long as for a connection to the database. */
export const LONGEST_WAIT_MS = 5_000

/** 503: overloaded, with the time to come back. */
export const overloaded = () =>
  new Problem('overloaded', 'The shop is too busy right now. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })

/**
 * Lets at most `atOnce` pieces of work run and `mostWaiting` wait, first come, first served. Further ones are refused
 * rather than queued: each one that waits holds its request in memory.
 */
export function limitConcurrency({ atOnce, mostWaiting, longestWaitMs }: Width) {
  let running = 0
  const waiting: (() => void)[] = []

  /** The slot is handed directly to the next in the queue, so that nobody slips in between. */
  function passOn(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  function waitInLine(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const refuse = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(overloaded())
    }
    const timer = longestWaitMs === undefined ? undefined : setTimeout(refuse, longestWaitMs)
    function begin() {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(begin)
    return promise
  }

  return async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else if (waiting.length < mostWaiting) await waitInLine()
    else throw overloaded()
    try {
      return await work()
    } finally {
      // Between two pieces of work the event loop has a turn for everybody else.
      setImmediate(passOn)
    }
  }
}
