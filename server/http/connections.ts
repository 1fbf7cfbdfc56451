import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const MOST = 4_000
/**
 * From the end of a request, whose body may take longer, to that of its answer. Nothing is made for more than a minute
 * (http-server.ts ends what is silent for so long); a client that has not read it in another never will.
 */
const LONGEST_ANSWER_MS = 120_000
const LOOK_MS = 5_000
/**
 * Bytes of all answers together that wait for their clients, beyond the system's buffer of each connection (some hundred
 * kilobytes). A thousand clients that request pictures and read nothing would otherwise fill the memory within seconds.
 */
const MOST_UNREAD = 128 * 1024 * 1024
const LOOK_AT_UNREAD_MS = 100

/** What is under way on a connection, and since when; and since when it is our turn to act. */
type Turn = {
  since: number
  request?: IncomingMessage
  response?: ServerResponse
  /** Unfinished answers to earlier requests (pipelining). */
  earlier?: ServerResponse[] | undefined
  answeringSince?: number | undefined
}

const isAnswering = ({ request, response }: Turn) =>
  request?.complete && response && !response.writableFinished

const isUnfinished = (response: ServerResponse | undefined): response is ServerResponse =>
  response?.writableFinished === false

/** How many bytes of a connection's answers wait for its client. */
function unreadOf({ response, earlier = [] }: Turn): number {
  let bytes = 0
  for (const one of [response, ...earlier]) if (isUnfinished(one)) bytes += one.writableLength
  return bytes
}

/**
 * Keeps clients that do nothing with their connections from using all of them up: when there are too many, the
 * connection that has waited longest for its client is closed, and so is one whose answer nobody reads. If too many bytes
 * of answers wait for their clients, the connections with the most of them are closed. A request only leaves a note here,
 * which is read when there are too many connections, and now and then.
 */
export function limitConnections(server: Server, most = MOST, mostUnread = MOST_UNREAD): void {
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

  function endUnread(): void {
    let all = 0
    for (const turn of open.values()) all += unreadOf(turn)
    if (all <= mostUnread) return
    const unread = [...open].map(([socket, turn]) => ({ socket, bytes: unreadOf(turn) }))
    for (const { socket, bytes } of unread.sort((one, other) => other.bytes - one.bytes)) {
      socket.destroy()
      all -= bytes
      if (all <= mostUnread) return
    }
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
    if (isUnfinished(turn.response))
      turn.earlier = [...(turn.earlier ?? []).filter(isUnfinished), turn.response]
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
  const lookAtUnread = setInterval(endUnread, LOOK_AT_UNREAD_MS)
  look.unref()
  lookAtUnread.unref()
  server.once('close', () => {
    clearInterval(look)
    clearInterval(lookAtUnread)
  })
}
