import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for each answer before they send the next request on a connection. */
const MOST_AT_ONCE = 8

/**
 * Makes a counter of the requests on each connection, which returns true for a request that is to be ignored.
 *
 * A connection with too many unanswered requests is closed: a client that sends thousands in one go (pipelining) and
 * reads nothing would otherwise have all of them answered at once, and their answers buffered. With the answer to
 * request number `most` it is closed too, and what was sent after that is not done: nobody would hear that it was.
 * (Node's own `maxRequestsPerSocket` answers those with a bare 503, and goes on.)
 */
export function limitRequestsPerConnection(
  most = Number.POSITIVE_INFINITY,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const connections = new WeakMap<Socket, { asked: number; open: number }>()
  return ({ socket }, response) => {
    // Node goes on parsing what had arrived, or still does, when no answer can be sent any more.
    if (!socket.writable) return true
    const known = connections.get(socket)
    const its = known ?? { asked: 0, open: 0 }
    if (!known) connections.set(socket, its)
    its.asked += 1
    if (its.asked > most) return true
    if (its.asked === most) response.shouldKeepAlive = false
    its.open += 1
    response.once('close', () => {
      its.open -= 1
    })
    if (its.open <= MOST_AT_ONCE) return false
    socket.destroy()
    return true
  }
}
