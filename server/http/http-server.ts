import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, problemResponse } from '../problems.ts'
import { limitConnections } from './connections.ts'
import { withSecurityHeaders } from './security-headers.ts'

/** How long a client may take, in milliseconds. */
export const TIMEOUTS = {
  /** For the head of a request, from the beginning of its connection or its first byte. */
  headersTimeout: 10_000,
  /** For the whole of it: the head, and then as long as request-body.ts has for a picture. Other bodies have less there. */
  requestTimeout: 160_000,
  /** Between two requests. */
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** Without any byte either way while something is sent: nobody reads it. */
  silence: 60_000,
}
const LINGER_MS = 500

type Options = { https: boolean; timeouts?: typeof TIMEOUTS }

/**
 * The HTTP server with the time limits that the shop sets its clients. What it refuses itself, before there is a
 * request, is answered as every other refusal is.
 */
export function createHttpServer({ https, timeouts = TIMEOUTS }: Options): Server {
  const { silence, ...forRequests } = timeouts
  const server = createServer({
    ...forRequests,
    // A request without a host is refused where all that cannot be read is, and not by Node in its own words.
    requireHostHeader: false,
    // What comes without a body, as most does, is whole at once, and no stream has to be ended for it.
    optimizeEmptyRequests: true,
  })
  server.setTimeout(silence)
  limitConnections(server)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer that has begun cannot be taken back, and who has hung up hears nothing.
    const begun = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent
    if (begun || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    void write(socket, refusal(problemOf(error), { https }))
  })
  return server
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers-too-large', 'The address or the headers of this request are too long.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow()
  return unreadable()
}

/** The answer to what is refused where it is received, and with it the end of its connection. */
export const refusal = (problem: Problem, { https }: { https: boolean }): Response =>
  withSecurityHeaders(problemResponse(problem, { connection: 'close' }), { https })

/** 400, for what arrives before it is a request. */
export const unreadable = () => new Problem('bad-input', 'This is not a request that can be read.')
/** 408. */
export const tooSlow = () => new Problem('too-slow', 'The request did not arrive in time. Please try again.')

async function write(socket: Duplex, answer: Response): Promise<void> {
  const body = await answer.text()
  const headers = [...answer.headers, ['content-length', Buffer.byteLength(body)]]
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    ...headers.map((h) => h.join(': ')),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Whoever goes on sending shall not keep the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
