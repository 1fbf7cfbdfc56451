import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { MOST_IMAGE_BYTES } from '#contract/limits.ts'
import { type Flow, throttleStreams } from './throttle-streams.ts'

type Limits = {
  /** A longer body is refused by its call as it would be after reading it: the rest stays unread. */
  most: number
  /** The most bytes of all bodies of a kind together, while they arrive. */
  mostArriving: number
  timeoutMs: number
}
const MEGABYTE = 1024 * 1024
/** More than any call accepts; each refuses bodies over its own limit. */
export const MOST_CALL_BYTES = MEGABYTE
/** A picture, and what its multipart form may add: boundaries, names, a few small fields. */
export const MOST_UPLOAD_BYTES = MOST_IMAGE_BYTES + 64 * 1024
/**
 * At half a megabit a second the longest body takes 17 seconds, and a picture 136; and the line carries more than the
 * body.
 */
export const OF_CALLS: Limits = { most: MOST_CALL_BYTES, mostArriving: 64 * MEGABYTE, timeoutMs: 20_000 }
export const OF_PICTURES: Limits = {
  most: MOST_UPLOAD_BYTES,
  mostArriving: 128 * MEGABYTE,
  timeoutMs: 150_000,
}
/**
 * How long the refusal of a body whose content-length is too long is delayed, so that it cannot be repeated any faster.
 */
const LATE_MS = 100
/**
 * A body in more pieces than this must have so many bytes in each, on average: every piece takes some microseconds, and a
 * chunked body may come in a million of one byte.
 */
const MOST_CRUMBS = 1_000
const LEAST_PIECE = 512
/** A refused body is still read for a while, so that a client that is slow and still sending hears of the refusal. */
const LINGER_MS = 3_000

/** Longer than a form, and as much as Node reads of a body that nobody asks for. */
const AT_ONCE = 64 * 1024

/** A request with its body, as the listener of @hono/node-server takes it. */
type Received = IncomingMessage & { rawBody?: Buffer }
export type Arrival = 'whole' | 'too slow' | 'gone'

const isChunked = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined

/** The length that its headers announce. */
const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

/** Whether the headers of a request announce a body. */
export const hasBody = (request: IncomingMessage): boolean => isChunked(request) || lengthOf(request) > 0

/** HTTP/1.0 has no chunks: what passed them on may have seen another end of the request (RFC 9112, 6.1). */
export const isMisframed = (request: IncomingMessage): boolean =>
  request.httpVersionMinor === 0 && isChunked(request)

/**
 * Incoming bytes take the one processor that answers everybody, so their rate is limited for all connections together. The
 * first 32 kB of a body are exempt, which is more than any form of the shop sends, pictures aside: they do not wait behind
 * clients that send megabytes.
 */
const throttle = throttleStreams({ bytesPerSecond: 24 * MEGABYTE, free: 32 * 1024 })

/**
 * Reads a request's body before anything else is done for the request, so that a client who sends it byte by byte, or
 * never, takes neither a slot nor a database connection from others. When more arrives than there is room for, the
 * connection that has taken longest is closed.
 */
export function createBodyReader({ most, mostArriving, timeoutMs }: Limits) {
  const arriving = new Set<IncomingMessage>()
  let bytes = 0

  return function readBody(request: Received): Promise<Arrival> {
    if (lengthOf(request) > most) {
      keepUnread(request)
      return pause(LATE_MS).then(() => (request.destroyed ? 'gone' : 'whole'))
    }
    return new Promise((done) => {
      let body = Buffer.alloc(0)
      let length = 0
      const end = (arrival: Arrival) => {
        clearTimeout(timer)
        bytes -= length
        arriving.delete(request)
        stop()
        if (request.readableEnded) flow.resume()
        request.off('end', whole).off('close', gone).off('error', gone)
        if (arrival === 'whole') request.rawBody = body.subarray(0, length)
        done(arrival)
      }
      const whole = () => end('whole')
      const gone = () => end('gone')
      const timer = setTimeout(() => end('too slow'), timeoutMs)
      const flow = flowOf(request)
      arriving.add(request)
      request.on('end', whole).on('close', gone).on('error', gone)
      const stop = receive(request, flow, (chunk) => {
        if (length + chunk.length > body.length) body = enlarged(body, length + chunk.length)
        chunk.copy(body, length)
        length += chunk.length
        bytes += chunk.length
        if (length > most) whole()
        if (bytes > mostArriving) arriving.values().next().value?.destroy()
      })
    })
  }
}

/**
 * After a request is answered, reads the rest of its body for a moment, within the rate limit, and then closes the
 * connection. The answer says so if the body is longer than what may have come with its head.
 */
export function leaveBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.readableEnded) return
  const flow = flowOf(request)
  const { socket } = request
  const closes = isChunked(request) ? request.readableDidRead : lengthOf(request) > AT_ONCE
  if (closes) {
    response.shouldKeepAlive = false
    // Node would close the connection with the answer. What still comes then resets it, which may overtake the answer.
    socket.destroySoon = socket.end
  }
  if (!isChunked(request)) keepUnread(request)
  else {
    // The chunks that have come are dropped: nobody reads them, and they may be many.
    flow.pause()
    request.resume()
  }
  response.once('finish', () => {
    if (request.readableEnded || request.destroyed) return void flow.resume()
    const stop = receive(request, flow, () => {})
    const timer = setTimeout(() => request.destroy(), LINGER_MS)
    const end = () => {
      clearTimeout(timer)
      stop()
      flow.resume()
      if (closes) socket.destroy()
    }
    request.once('end', end).once('close', end).on('error', end)
  })
}

/** Reads a body at the shared rate, and breaks off a client that sends it in crumbs. Returns how to stop. */
function receive(request: IncomingMessage, flow: Flow, take: (chunk: Buffer) => void): () => void {
  let [pieces, bytes] = [0, 0]
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (++pieces > MOST_CRUMBS && bytes < pieces * LEAST_PIECE) request.destroy()
    else take(chunk)
  }
  return throttle(request, count, flow)
}

/** Keeps Node from reading the unread body by itself, as fast as it comes, once the request is answered. */
const keepUnread = (request: IncomingMessage): void => void request.read(0)

/** A buffer for this many bytes, which begins with those of `body`; twice as long as that if there may be more. */
function enlarged(body: Buffer, bytes: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * body.length))
  body.copy(larger)
  return larger
}

/**
 * What is paused while a body waits: the request; for a chunked body its connection, since Node goes on reading for a
 * paused request until it has buffered 64 kB, which may be as many chunks of one byte, of some hundred bytes of memory
 * each. Only for these, since a paused connection does not show that its client hangs up.
 */
const flowOf = (request: IncomingMessage): Flow => (isChunked(request) ? connectionOf(request) : request)

function connectionOf({ socket }: IncomingMessage): Flow {
  let isPaused = false
  return {
    pause() {
      if (!isPaused) socket.off('resume', pauseAgain).on('resume', pauseAgain).pause()
      isPaused = true
    },
    resume() {
      isPaused = false
      socket.off('resume', pauseAgain).resume()
    },
  }
}

/** Node resumes a connection whenever the request on it could take more. */
function pauseAgain(this: Socket): void {
  this.pause()
}
