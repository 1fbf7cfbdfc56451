import { AsyncLocalStorage } from 'node:async_hooks'

const began = new AsyncLocalStorage<number>()

/**
 * Runs `work` so that all its calls to the card provider together may take as long as one call: a request that
 * makes three calls is answered as soon as one that makes one. Jobs do without: nobody waits for them.
 */
export function withSharedTimeBudget<T>(work: () => Promise<T>): Promise<T> {
  return began.run(performance.now(), work)
}

/** How much of the shared time is used up, in milliseconds; 0 outside of `withSharedTimeBudget`. */
export function timeBudgetUsed(): number {
  const since = began.getStore()
  return since === undefined ? 0 : performance.now() - since
}
