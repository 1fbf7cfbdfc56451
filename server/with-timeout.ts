/** What the work comes to; rejects if that takes longer than `ms`. The work itself goes on. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${Math.round(ms)} ms.`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
