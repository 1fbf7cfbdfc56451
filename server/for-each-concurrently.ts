/** How many pieces of work run at a time: few enough for a disk or the card provider, which each piece waits for. */
export const AT_ONCE = 8

/**
 * Does the work for each, in order and a few at a time. After a failure it starts no more, and rejects with that
 * failure once what it had started has ended: a caller may undo it all.
 */
export async function forEachConcurrently<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  let next = 0
  let failure: { error: unknown } | undefined
  async function goOn(): Promise<void> {
    while (next < all.length && !failure)
      try {
        await work(all[next++]!)
      } catch (error) {
        failure ??= { error }
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, goOn))
  if (failure) throw failure.error
}
