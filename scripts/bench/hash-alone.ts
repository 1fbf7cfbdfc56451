import { hashPassword, verifyPassword } from '#server/sign-in/passwords.ts'
import type { Driven } from './driver.ts'
import { reply } from './reply.ts'
import { quantile } from './statistics.ts'

/* The reference for signing in: the shop's own comparing of a password with its hash, and nothing else. */
const password = 'a good long password'
const hash = await hashPassword(password)

reply(
  async ({ connections, milliseconds }: { connections: number; milliseconds: number }): Promise<Driven> => {
    const latencies: number[] = []
    const began = performance.now()
    const work = async () => {
      while (performance.now() - began < milliseconds) {
        const sent = performance.now()
        await verifyPassword({ hash, password })
        latencies.push(performance.now() - sent)
      }
    }
    await Promise.all(Array.from({ length: connections }, work))
    const seconds = (performance.now() - began) / 1000
    latencies.sort((a, b) => a - b)
    const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
    return { requests: latencies.length, seconds, p50, p99, wrong: 0 }
  },
)
