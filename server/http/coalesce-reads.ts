import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Shares readings of something that changes: all who ask while one is under way get the next, which is begun
 * after they asked. So however many ask, one reads at a time, and nobody hears what was true before they asked.
 */
export function coalesceReads<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined

  async function begin(): Promise<T> {
    // Those who ask in the same turn of the event loop are taken along.
    await Promise.allSettled([underWay, endOfTurn()])
    next = undefined
    const reading = read()
    underWay = reading
    return reading
  }

  return () => {
    next ??= begin()
    return next
  }
}
