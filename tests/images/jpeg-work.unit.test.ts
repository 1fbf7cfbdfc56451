import { expect, test } from 'vitest'
import { isTooMuchWork } from '#server/images/jpeg-work.ts'
import { processImage } from '#server/images/process-image.ts'
import { sharp } from '#server/images/sharp.ts'
import { cpuOf } from './cpu.ts'
import { plain, withSegment } from './files.ts'

const SCAN = Buffer.from([0xff, 0xda])
const END = Buffer.from([0xff, 0xd9])
const outcome = (jpeg: Buffer) =>
  processImage(jpeg, 'avatar').then(
    () => 'fine',
    ({ message }: Error) => message,
  )
const TOO_MUCH = 'This JPEG is saved in a way that takes too long to read. Please save it again.'

/** A progressive JPEG of one colour, with its last scan repeated `more` times. */
async function withScans(more: number, side = 64): Promise<Buffer> {
  const jpeg = await sharp(await plain('png', side, side))
    .jpeg({ optimiseScans: true })
    .toBuffer()
  const scan = jpeg.subarray(jpeg.lastIndexOf(SCAN), -END.length)
  return Buffer.concat([jpeg.subarray(0, -END.length), ...Array(more).fill(scan), END])
}

test('a JPEG of more than fifty scans is refused', async () => {
  expect(await outcome(await withScans(40))).toBe('fine')
  expect(await outcome(await withScans(50))).toBe(TOO_MUCH)
})

test('a JPEG of 25 megapixels with 60,000 scans is refused without decoding it', async () => {
  const jpeg = await withScans(60_000, 5_000)
  const refused = await cpuOf(() => outcome(jpeg))
  expect(refused.result).toBe(TOO_MUCH)
  // Decoding them would take hours; without the surplus scans the picture takes a fraction of a second.
  const plainOne = await withScans(0, 5_000)
  const read = await cpuOf(() => outcome(plainOne))
  expect(read.result).toBe('fine')
  expect(refused.ms).toBeLessThan(read.ms)
})

test('scans are counted behind fill bytes, marker-like pixels and restart markers', async () => {
  const jpeg = await withScans(0)
  const disguise = Buffer.from([0xff, 0, 0xff, 0xd3, 0x12, 0xff, 0xff, 0, 0xff, 0xff])
  const scan = Buffer.from([0xff, 0xff, ...SCAN.subarray(1), 0, 8, 1, 1, 0, 1, 63, 0, ...disguise])
  const repeated = (times: number) => Buffer.concat([jpeg.subarray(0, -2), ...Array(times).fill(scan), END])
  expect([isTooMuchWork(repeated(40)), isTooMuchWork(repeated(50))]).toEqual([false, true])
})

test('a JPEG with arithmetic coding, or of thousands of segments, is refused', async () => {
  const arithmetic = await plain('jpeg')
  arithmetic[arithmetic.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9
  expect(await outcome(arithmetic)).toBe(TOO_MUCH)
  const segment = Buffer.from([0xff, 0xe1, 0, 4, 0, 0])
  const jpeg = await plain('jpeg')
  const many = Buffer.concat([jpeg.subarray(0, 2), ...Array(2_000).fill(segment), jpeg.subarray(2)])
  expect(await outcome(many)).toBe(TOO_MUCH)
})

test('JPEGs as written by programs and cameras are accepted', async () => {
  const picture = sharp(await plain('png', 900, 600))
  for (const options of [{}, { progressive: true }, { mozjpeg: true }, { optimiseScans: true }])
    for (const space of ['srgb', 'b-w', 'cmyk'])
      expect(await outcome(await picture.clone().toColourspace(space).jpeg(options).toBuffer())).toBe('fine')
  const jpeg = await plain('jpeg')
  // A thumbnail inside, another picture or a video after it.
  expect(await outcome(withSegment(jpeg, 0xe1, Buffer.alloc(60_000, SCAN)))).toBe('fine')
  expect(await outcome(Buffer.concat([jpeg, Buffer.alloc(60_000, SCAN), jpeg]))).toBe('fine')
})
