import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Shares reads of something that changes: all callers that come while a read is running get the next one, which begins
 * after they asked. So however many ask, one read runs at a time, and nobody gets data older than their call.
 */
export function coalesceReads<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined

  async function begin(): Promise<T> {
    // Callers in the same turn of the event loop join.
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
