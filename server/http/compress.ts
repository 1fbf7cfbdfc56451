import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Encoding } from './encodings.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The best quality that is worth it for an answer that is cached for a second: quality 4 takes twice as long for an
 * answer that is 6% smaller. The window of 256 kB is longer than any page; for the default window Node reports 9 MB of
 * each compression to V8, which then runs full collections.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const GZIP = { level: 6 }

/** Up to this size, in bytes, compressing takes less time than handing the work to another thread and being woken. */
const AT_ONCE = 32 * 1024

/**
 * Compresses long bodies in Node's thread pool, so that the thread that answers everybody is not blocked. The result is
 * part of a longer buffer: see ownBytes for what is kept.
 */
export async function compress(body: Bytes, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (body.length > AT_ONCE) return inThread(body, encoding)
  return encoding === 'gzip' ? gzipSync(body, GZIP) : brotliCompressSync(body, BROTLI)
}

function inThread(body: Bytes, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>()
  // zlib keeps its callback until the next full collection, so the callback must not reference the page; promisify's
  // does.
  const done = (error: Error | null, compressed: Buffer<ArrayBuffer>) =>
    error ? reject(error) : resolve(compressed)
  if (encoding === 'gzip') gzip(body, GZIP, done)
  else brotliCompress(body, BROTLI, done)
  return promise
}
