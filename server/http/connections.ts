import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from './request-body.ts'

const MOST = 4_000
/** Anything takes the shop twelve seconds at most; a client that has not read its answer by then never will. */
const LONGEST_ANSWER_MS = 120_000
const LOOK_MS = 5_000

/**
 * Keeps a server's connections from being used up by clients that do nothing with them: when there are too
 * many, the one that has waited longest for its client ends, and so does an answer that nobody reads.
 */
export function limitConnections(server: Server, most = MOST): void {
  const open = new Set<Socket>()
  /** Those whose client has its turn: it is to send a request, or the rest of one. Longest first. */
  const waiting = new Set<Socket>()
  const answering = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    waiting.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
      answering.delete(socket)
    })
    if (open.size > most) waiting.values().next().value?.destroy()
  })
  server.on('request', (request, response) => {
    const { socket } = request
    waiting.delete(socket)
    if (hasBody(request)) {
      waiting.add(socket)
      request.once('end', () => waiting.delete(socket))
    }
    answering.set(socket, performance.now())
    response.once('close', () => {
      answering.delete(socket)
      if (!socket.destroyed) waiting.add(socket)
    })
  })
  const look = setInterval(() => {
    const oldest = performance.now() - LONGEST_ANSWER_MS
    for (const [socket, since] of answering) if (since < oldest) socket.destroy()
  }, LOOK_MS)
  look.unref()
  server.once('close', () => clearInterval(look))
}
