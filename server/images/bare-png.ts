/** The chunks that are kept: size, palette, transparency, colour profile, orientation, pixels. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'iCCP', 'eXIf', 'IDAT', 'IEND'])
/** As much as a JPEG has room for. */
const MOST_EXIF_BYTES = 64 * 1024
/**
 * More than one per row of pixels. A file can have half a million empty ones, and reading through them takes a while.
 */
const MOST_CHUNKS = 20_000

/**
 * The PNG reduced to the chunks that its picture needs, each kind once: text chunks may be compressed to a thousandth
 * of their size, and the image library decompresses all of them, however many there are. A truncated file stays
 * truncated, and the library refuses it.
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
 * A PNG is a sequence of chunks: length (4 bytes), name (4), that many bytes, checksum (4). Of too many only the first
 * are yielded, so that the picture counts as truncated.
 */
export function* pngChunks(file: Buffer): Generator<{ name: string; from: number; to: number }> {
  let from = 8
  for (let count = 0; count < MOST_CHUNKS && from + 8 <= file.length; count++) {
    const to = from + 12 + file.readUInt32BE(from)
    yield { name: file.toString('latin1', from + 4, from + 8), from, to }
    from = to
  }
}
