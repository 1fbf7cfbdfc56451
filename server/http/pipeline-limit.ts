import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for each answer before they send the next request on a connection. */
const MOST_AT_ONCE = 8

/**
 * Makes what counts the requests of a connection that are not answered yet, and ends one that has too many: answers true
 * for a request that is to be left alone. A client that sends thousands in one go (pipelining) and reads nothing would
 * otherwise have all of them answered at once, and their answers kept.
 */
export function createPipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    // Node goes on reading what had arrived.
    if (socket.destroyed) return true
    const open = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, open)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (open <= MOST_AT_ONCE) return false
    socket.destroy()
    return true
  }
}
