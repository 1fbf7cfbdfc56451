import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Encoding } from './encodings.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * As well as pays for what lives a second: a quality of 4 takes twice as long, and makes it 6 % smaller. The window
 * of 256 kB is longer than any page; with the default one Node reports 9 MB for each to V8, which then collects everything.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const GZIP = { level: 6 }

/** Up to this size, in bytes, to hand it to another thread and to be woken takes longer than to compress it. */
const AT_ONCE = 32 * 1024

/** Compresses what is long in Node's threads, so that the thread that answers everybody is not held up. */
export async function compress(body: Bytes, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (body.length > AT_ONCE) return inThread(body, encoding)
  return encoding === 'gzip' ? gzipSync(body, GZIP) : brotliCompressSync(body, BROTLI)
}

function inThread(body: Bytes, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>()
  // zlib keeps its callback until the next full collection, so the callback must not lead to the page; promisify's does.
  const done = (error: Error | null, compressed: Buffer<ArrayBuffer>) =>
    error ? reject(error) : resolve(compressed)
  if (encoding === 'gzip') gzip(body, GZIP, done)
  else brotliCompress(body, BROTLI, done)
  return promise
}
