import { MOST_IMAGE_BYTES } from '#contract/limits.ts'
import { sharp } from '#server/images/sharp.ts'
import {
  animatedPng,
  animatedWebp,
  claiming,
  corners,
  hugePng,
  OTHER_FILES,
  ofBytes,
  plain,
  talkative,
  turned,
  withSegment,
} from './files.ts'

/** One uploaded file: how it is made and named, the expected status, and what must not be left of it. */
type Sent = {
  group: string
  what: string
  make: () => Buffer | Promise<Buffer>
  status: 201 | 400 | 413 | 415
  name?: string
  type?: string
  /** Bytes of the file that must be in none of its copies. */
  canary?: string
}

const CANARY = 'CANARY-4d1e'
const other = (what: string): Buffer => OTHER_FILES[what] ?? Buffer.alloc(0)
const behind = async (picture: Promise<Buffer>, tail: string) =>
  Buffer.concat([await picture, Buffer.from(tail, 'latin1')])
const share = async (part: number) => {
  const jpeg = await noise()
  return jpeg.subarray(0, Math.floor(jpeg.length * part))
}
/** Noise, so that data is missing wherever the file is cut. */
function noise(): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7919) % 251))
  return sharp(pixels, { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
const from = async (change: (image: ReturnType<typeof sharp>) => ReturnType<typeof sharp>) =>
  change(sharp(await corners())).toBuffer()
const script = `<script>${CANARY}</script>`

const good = (what: string, make: Sent['make']): Sent => ({ group: 'good', what, make, status: 201 })
const named = (
  what: string,
  make: Sent['make'],
  name: string,
  type: string,
  status: Sent['status'],
): Sent => ({
  group: 'wrong name or type',
  what,
  make,
  name,
  type,
  status,
})
const broken = (what: string, make: Sent['make'], status: Sent['status'] = 400): Sent => ({
  group: 'broken',
  what,
  make,
  status,
})
const noPicture = (what: string): Sent => ({
  group: 'not a picture',
  what,
  make: () => other(what),
  status: 415,
})
const kind = (what: string, make: Sent['make']): Sent => ({ group: 'unsupported', what, make, status: 415 })
const bomb = (what: string, make: Sent['make']): Sent => ({ group: 'bomb', what, make, status: 400 })
const calls = (what: string, name: string): Sent => ({
  group: 'file name',
  what,
  make: () => plain('jpeg', 64, 64),
  name,
  status: 201,
})
const size = (what: string, bytes: number, status: Sent['status']): Sent => ({
  group: 'size',
  what,
  make: () => ofBytes(bytes),
  status,
})

/** The files that a shop has to expect; the eight EXIF orientations count as one. */
export const CORPUS: Sent[] = [
  good('a small picture', () => plain('webp', 64, 48)),
  good('25 megapixels', () => hugePng(5000, 5000)),
  good('CMYK', () => from((image) => image.toColourspace('cmyk').jpeg())),
  good('16 bits per channel', () => from((image) => image.toColourspace('rgb16').png())),
  good('progressive', () => from((image) => image.jpeg({ progressive: true }))),
  good('rotated by EXIF', () => turned(6)),

  named('a PNG as JPEG', () => plain('png', 64, 64), 'photo.jpg', 'image/jpeg', 201),
  named('a JPEG as text', () => plain('jpeg', 64, 64), 'photo.txt', 'text/plain', 201),
  named('a WebP as HTML', () => plain('webp', 64, 64), 'index.html', 'text/html', 201),
  named('a JPEG as SVG', () => plain('jpeg', 64, 64), 'photo.svg', 'image/svg+xml', 201),
  named('a GIF as JPEG', () => plain('gif', 64, 64), 'photo.jpg', 'image/jpeg', 415),
  named('HTML as PNG', () => other('a page'), 'photo.png', 'image/png', 415),

  broken('an empty file', () => Buffer.alloc(0), 415),
  broken('one byte', () => Buffer.from([0xff]), 415),
  broken('a header only', async () => (await noise()).subarray(0, 24)),
  broken('the first quarter', () => share(0.25)),
  broken('the first half', () => share(0.5)),
  broken('all but the end', () => share(0.99)),

  noPicture('a page'),
  noPicture('an SVG with a script'),
  noPicture('an SVG that reads a file'),
  noPicture('XML'),
  noPicture('a PDF'),
  noPicture('a ZIP'),
  noPicture('a script'),
  noPicture('a program'),
  noPicture('PHP'),

  {
    group: 'polyglot',
    what: 'a JPEG followed by HTML',
    make: () => behind(plain('jpeg'), script),
    status: 201,
    canary: CANARY,
  },
  {
    group: 'polyglot',
    what: 'a PNG followed by a script',
    make: () => behind(plain('png'), `;${CANARY}//`),
    status: 201,
    canary: CANARY,
  },
  {
    group: 'polyglot',
    what: 'a GIF that is a script',
    make: () => Buffer.from(`GIF89a/*\x01\0\x01\0*/=1;${CANARY}`, 'latin1'),
    status: 415,
  },
  {
    group: 'polyglot',
    what: 'a JPEG followed by a ZIP',
    make: () => behind(plain('jpeg'), `PK\x03\x04${CANARY}PK\x05\x06`),
    status: 201,
    canary: CANARY,
  },

  kind('GIF', () => plain('gif')),
  kind('animated WebP', () => animatedWebp()),
  kind('animated PNG', () => animatedPng()),
  kind('TIFF', () => plain('tiff')),
  kind('HEIC', () => other('HEIC')),
  kind('AVIF', () => plain('avif', 64, 64)),
  kind('a bitmap', () => other('a bitmap')),
  kind('an icon', () => other('an icon')),

  bomb('16,000 x 16,000 in 31 kB', () => hugePng(16_000, 16_000)),
  bomb('30,000 x 30,000 in 109 kB', () => hugePng(30_000, 30_000)),
  bomb('one pixel wide, a million high', () => hugePng(1, 1_000_000)),
  bomb('65,535 x 65,535, header only', () => hugePng(65_535, 65_535, { body: false })),
  bomb('a JPEG that claims 64,250 x 64,250', () => claiming(64_250, 64_250)),

  {
    group: 'metadata',
    what: 'EXIF with a GPS position',
    make: () => talkative(CANARY),
    status: 201,
    canary: CANARY,
  },
  {
    group: 'metadata',
    what: 'a comment of 60 kB',
    make: async () => withSegment(await plain('jpeg'), 0xfe, Buffer.from(CANARY.repeat(5_500))),
    status: 201,
    canary: CANARY,
  },
  {
    group: 'metadata',
    what: 'an invalid colour profile',
    make: async () =>
      withSegment(await plain('jpeg'), 0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${CANARY}`, 'latin1')),
    status: 201,
    canary: CANARY,
  },
  {
    group: 'metadata',
    what: 'XMP with a script',
    make: () =>
      from((image) => image.withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`).jpeg()),
    status: 201,
    canary: CANARY,
  },

  calls('with path traversal', '../../x'),
  calls('of a Windows path', 'C:\\x.jpg'),
  calls('with NUL', 'a\0.jpg'),
  calls('of 5,000 characters', 'x'.repeat(5_000)),
  calls('with a right-to-left override', '\u202egpj.exe'),
  calls('like a command-line option', '-rf.jpg'),
  calls('of a server configuration', '.htaccess'),
  calls('with two extensions', 'a.php.jpg'),
  calls('empty', ''),

  size('a byte less than 8 MB', MOST_IMAGE_BYTES - 1, 201),
  size('8 MB', MOST_IMAGE_BYTES, 201),
  size('a byte more than 8 MB', MOST_IMAGE_BYTES + 1, 413),
  size('80 MB', MOST_IMAGE_BYTES * 10, 413),
]
