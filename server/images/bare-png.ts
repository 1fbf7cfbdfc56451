/** Size, palette, transparency, profile of the colours, how the camera was held, pixels. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'iCCP', 'eXIf', 'IDAT', 'IEND'])
/** What a JPEG has room for. */
const MOST_EXIF_BYTES = 64 * 1024
/** More than a row of pixels each. A file can have half a million that are empty, and to walk them takes a while. */
const MOST_CHUNKS = 20_000

/**
 * The PNG of what its picture needs, each part once: texts may be packed to a thousandth of their size, and the picture
 * library unpacks all of them, as many as there are. What is cut off stays cut off, and is refused there.
 */
export function barePng(file: Buffer): Buffer {
  const bare = Buffer.alloc(file.length)
  let length = file.copy(bare, 0, 0, 8)
  const had = new Set<string>()
  for (const { name, from, to } of pngChunks(file)) {
    const isKept = KEPT.has(name) && (name === 'IDAT' || !had.has(name))
    if (isKept && !(name === 'eXIf' && to - from > MOST_EXIF_BYTES))
      length += file.copy(bare, length, from, to)
    had.add(name)
    if (name === 'IEND') break
  }
  return bare.subarray(0, length)
}

/**
 * A PNG is a row of chunks: length (4 bytes), name (4), that many bytes, checksum (4). Of too many only the first are
 * told, which makes the picture one that is cut off.
 */
export function* pngChunks(file: Buffer): Generator<{ name: string; from: number; to: number }> {
  let from = 8
  for (let count = 0; count < MOST_CHUNKS && from + 8 <= file.length; count++) {
    const to = from + 12 + file.readUInt32BE(from)
    yield { name: file.toString('latin1', from + 4, from + 8), from, to }
    from = to
  }
}
