import { once } from 'node:events'
import type { Server } from 'node:http'

/** How long requests are still accepted that were on their way when the shop was told to end. */
const LAST_CALLS_MS = 1_000
/** A client that has sent a request within this time may send another. */
const LATELY_MS = 5_000
/** How long all answers may take, the last accepted requests included: whatever runs the shop allows ten seconds. */
const MOST_MS = 6_000
const LOOK_MS = 50

/**
 * Returns a function that shuts a server down without losing a request. Its caller must have every answer say
 * `Connection: close` and `/readyz` answer 503 from then on. For a second the server goes on as before, so that clients
 * notice: on a kept-alive connection the next request may be on its way, and a load balancer has to check first. Then
 * it accepts nothing new, and resolves when everything is answered, or cut off after six seconds.
 *
 * If nobody is connected and nobody has asked lately, it does not wait for that second.
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
    // An answer sent before the shutdown promised its client to keep the connection, which becomes idle later.
    const look = setInterval(() => server.closeIdleConnections(), LOOK_MS)
    await closed
    clearTimeout(timer)
    clearInterval(look)
  }
}
