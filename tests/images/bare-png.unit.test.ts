import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { barePng } from '#server/images/bare-png.ts'
import { processImage } from '#server/images/process-image.ts'
import { sharp } from '#server/images/sharp.ts'
import { chunk, corners, plain, withChunks } from './files.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const chunksOf = (png: Buffer): string[] => {
  const names = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    names.push(png.toString('latin1', at + 4, at + 8))
  return names
}
/** Eight million letters in eight thousand bytes, as each of the three kinds of text chunk in a PNG. */
const packed = deflateSync(Buffer.alloc(8_000_000, 'a'), { level: 9 })
const TEXTS = [
  chunk('zTXt', Buffer.concat([bytes('a\0\0'), packed])),
  chunk('iTXt', Buffer.concat([bytes('b\0\x01\0\0\0'), packed])),
  chunk('tEXt', bytes('c\0in the open')),
]

test('text chunks of a PNG do not reach the image library', async () => {
  const png = withChunks(await plain('png'), ...TEXTS)
  expect((await sharp(png).metadata()).comments).toHaveLength(3)
  expect((await sharp(barePng(png)).metadata()).comments).toBeUndefined()
})

test('a PNG of 250 kB with 240 MB of compressed text is processed in little memory', async () => {
  const png = withChunks(await plain('png'), ...Array(30).fill(TEXTS[0]))
  expect(png.length).toBeLessThan(250_000)
  await processImage(await plain('png'), 'product')
  const before = process.memoryUsage().rss
  expect(await processImage(png, 'product')).toMatchObject({ width: 400 })
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
})

test('a PNG keeps its pixels, palette, transparency, colour profile and orientation', async () => {
  const made = sharp(await corners()).withMetadata({ orientation: 6, icc: 'p3' })
  for (const options of [{}, { palette: true }, { progressive: true }]) {
    const png = await made.clone().png(options).toBuffer()
    const kept = barePng(withChunks(png, ...TEXTS))
    expect(chunksOf(kept)).toEqual(chunksOf(png).filter((name) => name !== 'pHYs'))
    const pixels = (file: Buffer) => sharp(file).autoOrient().toColourspace('srgb').raw().toBuffer()
    expect(await pixels(kept)).toEqual(await pixels(png))
  }
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000080' } })
    .png({ palette: true })
    .toBuffer()
  expect(chunksOf(barePng(clear))).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
  const { width, height } = await processImage(await made.clone().png().toBuffer(), 'product')
  expect([width, height]).toEqual([60, 80])
})

test('a repeated EXIF chunk is kept once, and one too large for a JPEG is dropped', async () => {
  const twice = [chunk('eXIf', bytes('MM\0*')), chunk('eXIf', bytes('II*\0'))]
  expect(chunksOf(barePng(withChunks(await plain('png'), ...twice)))).toEqual([
    'IHDR',
    'eXIf',
    'IDAT',
    'IEND',
  ])
  const huge = chunk('eXIf', Buffer.alloc(70_000))
  expect(chunksOf(barePng(withChunks(await plain('png'), huge)))).toEqual(['IHDR', 'IDAT', 'IEND'])
})

test('a PNG with half a million empty chunks, or a chunk longer than the file, is rejected', async () => {
  const png = barePng(await plain('png'))
  const long = chunk('tEXt', bytes('x'))
  long.writeUInt32BE(2 ** 32 - 1)
  for (const file of [
    withChunks(png, Buffer.concat(Array(500_000).fill(chunk('IDAT', Buffer.alloc(0))))),
    withChunks(png, long),
    Buffer.concat([png.subarray(0, 33), Buffer.from([0, 0, 0])]),
  ])
    await expect(processImage(file, 'product')).rejects.toMatchObject({ code: 'bad-input' })
})
