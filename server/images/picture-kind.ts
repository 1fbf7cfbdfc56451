export type PictureKind = 'jpeg' | 'png' | 'webp'

/** What a file is, by its first bytes. Its name and the type it was sent with are claims, and not read. */
export function pictureKind(file: Buffer): PictureKind | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png'
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return undefined
}

/** Whether a PNG or WebP moves. A photo of a laptop stands still; what moves is something else. */
export function isAnimated(file: Buffer, kind: PictureKind): boolean {
  if (kind === 'png') return hasChunkBeforePixels(file, 'acTL')
  const ANIMATION = 0b10
  return kind === 'webp' && file.toString('latin1', 12, 16) === 'VP8X' && ((file[20] ?? 0) & ANIMATION) !== 0
}

/** A PNG is a row of chunks: length (4 bytes), name (4), that many bytes, checksum (4). */
function hasChunkBeforePixels(file: Buffer, wanted: string): boolean {
  let at = 8
  while (at + 8 <= file.length) {
    const name = file.toString('latin1', at + 4, at + 8)
    if (name === wanted) return true
    if (name === 'IDAT') return false
    at += 12 + file.readUInt32BE(at)
  }
  return false
}
