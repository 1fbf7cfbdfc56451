import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { MOST_IMAGE_BYTES } from '#contract/limits.ts'
import { throttleStreams } from './throttle-streams.ts'

type Limits = {
  /** A longer body is refused by its call as it would be without having been read: the rest stays unread. */
  most: number
  /** For all of a kind together, while they arrive. */
  mostArriving: number
  timeoutMs: number
}
const MEGABYTE = 1024 * 1024
/** More than any call takes, which refuses a longer one itself. */
export const MOST_CALL_BYTES = MEGABYTE
/** A picture, and what its form may add: boundaries, names, a few small fields. */
export const MOST_UPLOAD_BYTES = MOST_IMAGE_BYTES + 64 * 1024
/** The longest takes 17 seconds at half a megabit a second, a picture 136; and a line carries more than the body. */
export const OF_CALLS: Limits = { most: MOST_CALL_BYTES, mostArriving: 64 * MEGABYTE, timeoutMs: 20_000 }
export const OF_PICTURES: Limits = {
  most: MOST_UPLOAD_BYTES,
  mostArriving: 128 * MEGABYTE,
  timeoutMs: 150_000,
}
/** How late a body is refused whose length alone says that it is too long, so that it cannot be asked for faster. */
const LATE_MS = 100
/** What was refused is read for a while, so that the refusal is heard by a client that is still sending, and slow. */
const LINGER_MS = 3_000

/** A request with its body, as the listener of @hono/node-server takes it. */
type Received = IncomingMessage & { rawBody?: Buffer }
export type Arrival = 'whole' | 'too slow' | 'gone'

/** Whether a request says that a body follows. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** All that comes in takes the one processor that answers everybody: so many bytes of it in a second. */
const receive = throttleStreams({ bytesPerSecond: 24 * MEGABYTE })

/**
 * Reads a request's body before anything else is done for the request, so that a client who sends it byte by
 * byte, or never, takes neither a turn nor a connection to the database from others. When more arrives than
 * there is place for, the one that has taken longest makes room.
 */
export function createBodyReader({ most, mostArriving, timeoutMs }: Limits) {
  const arriving = new Set<IncomingMessage>()
  let bytes = 0

  return function readBody(request: Received): Promise<Arrival> {
    if (Number(request.headers['content-length'] ?? 0) > most) {
      keepUnread(request)
      return pause(LATE_MS).then(() => (request.destroyed ? 'gone' : 'whole'))
    }
    return new Promise((done) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = (arrival: Arrival) => {
        clearTimeout(timer)
        bytes -= length
        arriving.delete(request)
        stop()
        request.off('end', whole).off('close', gone).off('error', gone)
        if (arrival === 'whole') request.rawBody = Buffer.concat(chunks, length)
        done(arrival)
      }
      const whole = () => end('whole')
      const gone = () => end('gone')
      const timer = setTimeout(() => end('too slow'), timeoutMs)
      arriving.add(request)
      request.on('end', whole).on('close', gone).on('error', gone)
      const stop = receive(request, (chunk) => {
        chunks.push(chunk)
        length += chunk.length
        bytes += chunk.length
        if (length > most) whole()
        if (bytes > mostArriving) arriving.values().next().value?.destroy()
      })
    })
  }
}

/**
 * Takes what is left of a body, once its request is answered, for a moment, at the pace of all that comes in, and
 * then ends the connection.
 */
export function leaveBody(request: IncomingMessage, response: ServerResponse): void {
  keepUnread(request)
  response.once('finish', () => {
    if (request.readableEnded || request.destroyed) return
    const stop = receive(request, () => {})
    const timer = setTimeout(() => request.destroy(), LINGER_MS)
    const end = () => {
      clearTimeout(timer)
      stop()
    }
    request.once('end', end).once('close', end).on('error', end)
  })
}

/** Keeps Node from taking in an unread body by itself, as fast as it comes, once its request is answered. */
const keepUnread = (request: IncomingMessage): void => void request.read(0)
