import { AsyncLocalStorage } from 'node:async_hooks'

const began = new AsyncLocalStorage<number>()

/**
 * Runs `work` so that all it asks of the card provider has the patience of one call together: a request that
 * asks three times is answered as soon as one that asks once. Jobs do without: nobody waits for them.
 */
export function sharingPatience<T>(work: () => Promise<T>): Promise<T> {
  return began.run(performance.now(), work)
}

/** How much of the shared patience is gone, in milliseconds; none where it is not shared. */
export function patienceUsed(): number {
  const since = began.getStore()
  return since === undefined ? 0 : performance.now() - since
}
