import type { Driven } from './driver.ts'
import { quantile } from './statistics.ts'

/** How long, and how many at a time. */
type Round = { connections: number; milliseconds: number }

/** Does something over and over, this many at a time, each starting the next when done. */
export async function keepAsking(
  { connections, milliseconds }: Round,
  ask: () => Promise<unknown>,
): Promise<Driven> {
  const latencies: number[] = []
  const began = performance.now()
  const work = async () => {
    while (performance.now() - began < milliseconds) {
      const sent = performance.now()
      await ask()
      latencies.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  return { requests: latencies.length, seconds, p50, p99, wrong: 0 }
}
