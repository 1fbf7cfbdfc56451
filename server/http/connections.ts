import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const MOST = 4_000
/**
 * From the end of a request, whose body may take longer, to that of its answer. Nothing is made for more than a minute
 * (http-server.ts ends what is silent for so long); a client that has not read it in another never will.
 */
const LONGEST_ANSWER_MS = 120_000
const LOOK_MS = 5_000

/** What is under way on a connection, and since when; and since when it is our turn to act. */
type Turn = {
  since: number
  request?: IncomingMessage
  response?: ServerResponse
  answeringSince?: number | undefined
}

const isAnswering = ({ request, response }: Turn) =>
  request?.complete && response && !response.writableFinished

/**
 * Keeps clients that do nothing with their connections from using all of them up: when there are too many, the
 * connection that has waited longest for its client is closed, and so is one whose answer nobody reads. A request only
 * leaves a note here, which is read when there are too many connections, and now and then.
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
    turn.answeringSince = undefined
  })
  const look = setInterval(() => {
    const now = performance.now()
    for (const [socket, turn] of open)
      if (isAnswering(turn)) {
        turn.answeringSince ??= now
        if (now - turn.answeringSince > LONGEST_ANSWER_MS) socket.destroy()
      }
      // Drops the references to a request and its answer when both are done, since the connection may stay open for
      // long. A request that is still being sent has a timeout of its own (http-server.ts).
      else if (turn.request?.complete) open.set(socket, { since: turn.since })
  }, LOOK_MS)
  look.unref()
  server.once('close', () => clearInterval(look))
}
