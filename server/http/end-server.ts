import { once } from 'node:events'
import type { Server } from 'node:http'

/** For so long requests are still taken that were on their way when the shop was told to end. */
const LAST_CALLS_MS = 1_000
/** Who has asked so lately may ask again. */
const LATELY_MS = 5_000
/** How long it may take until all requests are answered, the last calls included: what runs the shop allows ten seconds. */
const MOST_MS = 6_000
const LOOK_MS = 50

/**
 * Answers with what ends a server without losing a request. Whoever calls it has every answer say `Connection: close`
 * and `/readyz` say 503 from then on; for a second the server goes on as before, so that clients hear of it: on a
 * kept connection the next request may be on its way, and whoever shares out requests has to look first. Then it
 * takes nothing new and resolves when all is answered, or was cut off after six seconds.
 *
 * Where nobody is connected and nobody has asked lately, the second is not waited for.
 */
export function prepareEnd(
  server: Server,
  { lastCallsMs = LAST_CALLS_MS }: { lastCallsMs?: number | undefined } = {},
): () => Promise<void> {
  let lastAsked = Number.NEGATIVE_INFINITY
  server.on('request', () => {
    lastAsked = performance.now()
  })

  const isConnected = () =>
    new Promise<boolean>((answer) => server.getConnections((error, count) => answer(!error && count > 0)))
  const isInUse = async () => performance.now() - lastAsked < LATELY_MS || (await isConnected())

  return async () => {
    const timer = setTimeout(() => server.closeAllConnections(), MOST_MS)
    if (await isInUse()) await new Promise((done) => setTimeout(done, lastCallsMs))
    const closed = once(server, 'close')
    server.close()
    // Answered before it began to drain, a connection was promised to be kept, and becomes idle later.
    const look = setInterval(() => server.closeIdleConnections(), LOOK_MS)
    await closed
    clearTimeout(timer)
    clearInterval(look)
  }
}
