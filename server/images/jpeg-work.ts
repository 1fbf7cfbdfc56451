/** libjpeg itself writes 18 at most. Each scan goes over all pixels, however few bytes it has. */
const MOST_SCANS = 50
/** 8 MB have 128 of the longest ones. The image library keeps each, and a short one takes many times its bytes. */
const MOST_SEGMENTS = 1_000
const ARITHMETIC = [0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]
const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda]

/**
 * Whether decoding a JPEG takes more work than any real picture does. The image library reads all scans of a
 * progressive one before it checks its time limit, and a scan that adds nothing is thirty bytes for millions of pixels.
 * With arithmetic coding, which neither cameras write nor browsers read, fewer scans may take longer.
 */
export function isTooMuchWork(jpeg: Buffer): boolean {
  let [segments, scans] = [0, 0]
  for (const marker of segmentsOf(jpeg)) {
    if (scans === 0 && ARITHMETIC.includes(marker)) return true
    if (marker === SOS) scans++
    if (++segments > MOST_SEGMENTS || scans > MOST_SCANS) return true
  }
  return false
}

/**
 * The markers of a JPEG that begin a segment, up to its end. Between them is pixel data, in which FF is followed by 0
 * or by the number of a restart marker; several FF in a row count as one.
 */
function* segmentsOf(jpeg: Buffer): Generator<number> {
  let at = 2
  while (at < jpeg.length) {
    if (jpeg[at++] !== 0xff) continue
    while (jpeg[at] === 0xff) at++
    const marker = jpeg[at++] ?? EOI
    if (marker === EOI) return
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI)) continue
    yield marker
    at += at + 2 <= jpeg.length ? jpeg.readUInt16BE(at) : 2
  }
}
