import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, problemResponse } from '../problems.ts'
import { limitConnections } from './connections.ts'
import { withSecurityHeaders } from './security-headers.ts'

/** How long a client may take, in milliseconds. */
export const TIMEOUTS = {
  /** For the head of a request, from the start of its connection or its first byte. */
  headersTimeout: 10_000,
  /**
   * For a whole request: its head, and then the time that request-body.ts allows for a picture. It allows less for
   * other bodies.
   */
  requestTimeout: 160_000,
  /** Between two requests. */
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** Without any byte in either direction while an answer is sent: then nobody reads it. */
  silence: 60_000,
}
const LINGER_MS = 500

type Options = { https: boolean; timeouts?: typeof TIMEOUTS }

/**
 * The HTTP server with the shop's time limits for clients. Requests that it refuses before they become a request object
 * are answered in the same form as all other refusals.
 */
export function createHttpServer({ https, timeouts = TIMEOUTS }: Options): Server {
  const { silence, ...forRequests } = timeouts
  const server = createServer({
    ...forRequests,
    // A request without a host is refused together with everything else that is malformed, and not by Node in its own
    // words.
    requireHostHeader: false,
    // Requests without a body, as most are, count as complete at once, without a stream that must be ended.
    optimizeEmptyRequests: true,
  })
  server.setTimeout(silence)
  limitConnections(server)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse }
    const isGone = !socket.writable || error.code === 'ECONNRESET'
    // What cannot be read came after a whole request, whose answer is still due, and would be taken for that.
    if (answer?.req.complete && !isGone) return endAfter(answer, socket)
    // An answer that has begun cannot be replaced, and a client that has hung up hears nothing.
    if (answer?.headersSent || isGone) return void socket.destroy()
    void write(socket, refusal(problemOf(error), { https }))
  })
  return server
}

function endAfter(answer: ServerResponse, socket: Duplex): void {
  // Not once more for each further byte.
  if (answer.shouldKeepAlive) answer.once('finish', () => end(socket, ''))
  answer.shouldKeepAlive = false
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers-too-large', 'The address or the headers of this request are too long.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow()
  return unreadable()
}

/** The answer to a request that is refused on receipt; it closes the connection. */
export const refusal = (problem: Problem, { https }: { https: boolean }): Response =>
  withSecurityHeaders(problemResponse(problem, { connection: 'close' }), { https })

/** 400, for what cannot be parsed as a request. */
export const unreadable = () => new Problem('bad-input', 'This request cannot be read.')
/** 408. */
export const tooSlow = () => new Problem('too-slow', 'The request did not arrive in time. Please try again.')

async function write(socket: Duplex, answer: Response): Promise<void> {
  const body = await answer.text()
  const headers = [
    ...answer.headers,
    ['date', new Date().toUTCString()],
    ['content-length', Buffer.byteLength(body)],
  ]
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    ...headers.map((h) => h.join(': ')),
  ]
  end(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}

function end(socket: Duplex, last: string): void {
  socket.end(last)
  // A client that goes on sending shall not keep the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
