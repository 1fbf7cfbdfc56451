/**
 * A copy in memory of its own, for bytes that may be kept. Node and zlib cut short buffers out of longer ones (of 64 and
 * 16 kB), and whoever keeps a part keeps all of it: a list of 1 kB then takes up to 64, and a cache many times its limit.
 */
export function ownBytes(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}
