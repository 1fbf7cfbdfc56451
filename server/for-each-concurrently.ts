/** How many pieces of work run at a time: few enough for a disk or the card provider, which each piece waits for. */
export const AT_ONCE = 8

/**
 * Does the work for each, in order and a few at a time. After a failure it starts no more, and rejects with that
 * failure.
 */
export async function forEachConcurrently<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all]
  async function goOn(): Promise<void> {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, goOn))
  } finally {
    waiting.length = 0
  }
}
