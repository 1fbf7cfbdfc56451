import { Problem } from '../problems.ts'

/**
 * Lets at most `atOnce` pieces of work run and `mostWaiting` wait, first come, first served. Further ones
 * are refused (429) rather than piled up: each one that waits holds its whole file in memory.
 */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else if (waiting.length < mostWaiting) await new Promise<void>((start) => waiting.push(start))
    else
      throw new Problem('too-many-requests', 'Many pictures are coming in. Please try again in a moment.', {
        retryAfterSeconds: 5,
      })
    try {
      return await work()
    } finally {
      // The turn goes to the next in line as it is, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
