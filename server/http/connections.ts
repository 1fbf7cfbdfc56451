import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const MOST = 4_000
/** Anything takes the shop twelve seconds at most; a client that has not read its answer by then never will. */
const LONGEST_ANSWER_MS = 120_000
const LOOK_MS = 5_000

/** Who must act next on a connection, the client or us, and since when. */
type Turn = { since: number; request?: IncomingMessage; response?: ServerResponse }

const isAnswering = ({ request, response }: Turn) =>
  request?.complete && response && !response.writableFinished && !response.destroyed

/**
 * Keeps a server's connections from being used up by clients that do nothing with them: when there are too
 * many, the one that has waited longest for its client ends, and so does an answer that nobody reads. Each request
 * only leaves a note here; it is read when there are too many, and now and then.
 */
export function limitConnections(server: Server, most = MOST): void {
  const open = new Map<Socket, Turn>()

  function longestWaiting(): Socket | undefined {
    let longest: Socket | undefined
    let since = Number.POSITIVE_INFINITY
    for (const [socket, turn] of open)
      if (turn.since < since && !isAnswering(turn)) {
        longest = socket
        since = turn.since
      }
    return longest
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, { since: performance.now() })
    socket.once('close', () => open.delete(socket))
    if (open.size > most) longestWaiting()?.destroy()
  })
  server.on('request', (request, response) => {
    const turn = open.get(request.socket)
    if (!turn) return
    turn.since = performance.now()
    turn.request = request
    turn.response = response
  })
  const look = setInterval(() => {
    const oldest = performance.now() - LONGEST_ANSWER_MS
    for (const [socket, turn] of open) {
      // Lets go of a request and its answer when both are done: the connection may stay open for long.
      if (!isAnswering(turn) && turn.request?.complete) open.set(socket, { since: turn.since })
      else if (turn.response && turn.since < oldest) socket.destroy()
    }
  }, LOOK_MS)
  look.unref()
  server.once('close', () => clearInterval(look))
}
