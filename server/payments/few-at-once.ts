/**
 * How many pieces of work are begun at a time: one after the other, who has fifty payments under way could not be ended
 * within the time of a call, however often it is tried.
 */
export const AT_ONCE = 8

/** Does the work for each, in their order and a few at a time; begins no more once one has failed, and fails as that did. */
export async function fewAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
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
