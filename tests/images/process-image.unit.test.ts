import { beforeAll, describe, expect, test } from 'vitest'
import { processImage } from '#server/images/process-image.ts'
import { sharp } from '#server/images/sharp.ts'
import type { Problem } from '#server/problems.ts'
import {
  animatedPng,
  animatedWebp,
  claiming,
  corners,
  hugePng,
  mostly,
  OTHER_FILES,
  plain,
  talkative,
  turned,
  withSegment,
} from './files.ts'

/** The code of the problem that processing this file ends with, or `fine`. */
const outcome = (file: Buffer) =>
  processImage(file, 'product').then(
    () => 'fine',
    (problem: Problem) => `${problem.status} ${problem.code}`,
  )
const BROKEN = '400 bad-input'
const NOT_TAKEN = '415 unsupported-type'

async function colorAt(file: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [u, v] = [Math.round(x * (info.width - 1)), Math.round(y * (info.height - 1))]
  const [r = 0, g = 0, b = 0] = data.subarray((v * info.width + u) * 3, (v * info.width + u) * 3 + 3)
  const nearest = Object.entries({
    red: [255, 0, 0],
    green: [0, 255, 0],
    blue: [0, 0, 255],
    white: [255, 255, 255],
  })
  const distance = (to: number[]) => Math.hypot(r - to[0]!, g - to[1]!, b - to[2]!)
  return nearest.sort((one, other) => distance(one[1]) - distance(other[1]))[0]![0]
}
const cornersOf = async (file: Buffer) => [
  await colorAt(file, 0.1, 0.1),
  await colorAt(file, 0.9, 0.1),
  await colorAt(file, 0.1, 0.9),
  await colorAt(file, 0.9, 0.9),
]

describe('an accepted picture', () => {
  test.each([['jpeg'], ['png'], ['webp']] as const)(
    'from %s becomes WebP in three widths',
    async (format) => {
      const { copies, ...facts } = await processImage(await plain(format, 1600, 1200), 'product')
      expect(facts).toMatchObject({ width: 1280, height: 960 })
      const kept = await Promise.all(copies.map(({ bytes }) => sharp(bytes).metadata()))
      expect(copies.map(({ width }) => width)).toEqual([320, 640, 1280])
      expect(kept.map(({ format, width, height }) => [format, width, height])).toEqual([
        ['webp', 320, 240],
        ['webp', 640, 480],
        ['webp', 1280, 960],
      ])
    },
  )

  test.each([
    [200, 150, [[320, 200]]],
    [320, 240, [[320, 320]]],
    [
      500,
      400,
      [
        [320, 320],
        [640, 500],
      ],
    ],
    [
      700,
      500,
      [
        [320, 320],
        [640, 640],
        [1280, 700],
      ],
    ],
    [1, 1, [[320, 1]]],
  ])('of %i x %i is never enlarged', async (width, height, expected) => {
    const { copies, ...facts } = await processImage(await plain('png', width, height), 'product')
    const kept = await Promise.all(
      copies.map(async (copy) => [copy.width, (await sharp(copy.bytes).metadata()).width]),
    )
    expect(kept).toEqual(expected)
    expect(facts).toMatchObject({ width, height })
  })

  test.each([
    [1280, 4_000, [614, 1920]],
    [50, 8_000, [12, 1920]],
  ])('of %i x %i is 1920 pixels high at most', async (width, height, size) => {
    const kept = await processImage(await plain('png', width, height), 'product')
    expect([kept.width, kept.height]).toEqual(size)
  })

  test('has its dominant colour determined', async () => {
    const { color } = await processImage(await mostly('#204080'), 'product')
    expect(color).toBe('#204080')
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with EXIF orientation %i is stored upright', async (orientation) => {
    const { copies, width, height } = await processImage(await turned(orientation), 'product')
    const sideways = orientation > 4
    expect([width, height]).toEqual(sideways ? [60, 80] : [80, 60])
    const [tl, tr, bl, br] = ['red', 'green', 'blue', 'white']
    const expected = {
      1: [tl, tr, bl, br],
      2: [tr, tl, br, bl],
      3: [br, bl, tr, tl],
      4: [bl, br, tl, tr],
      5: [tl, bl, tr, br],
      6: [bl, tl, br, tr],
      7: [br, tr, bl, tl],
      8: [tr, br, tl, bl],
    }[orientation]
    expect(await cornersOf(copies[0]!.bytes)).toEqual(expected)
  })

  test('loses its metadata: position, comment, script and profile', async () => {
    const canary = 'CANARY-7f3a'
    const file = await talkative(canary)
    expect(file.includes(canary)).toBe(true)
    const sent = await sharp(file).metadata()
    expect([sent.exif?.includes('GPS') !== undefined, sent.xmp !== undefined]).toEqual([true, true])
    const { copies } = await processImage(file, 'product')
    for (const { bytes } of copies) {
      const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata()
      expect({ exif, xmp, icc, iptc, comments }).toEqual({})
      expect(bytes.includes(canary)).toBe(false)
      expect(bytes.includes('script')).toBe(false)
    }
  })

  test('is converted to sRGB from CMYK, 16 bits and greyscale', async () => {
    const source = sharp(await corners())
    const cmyk = await source
      .clone()
      .toColourspace('cmyk')
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const deep = await source.clone().toColourspace('rgb16').png().toBuffer()
    const grey = await source.clone().toColourspace('b-w').png().toBuffer()
    for (const file of [cmyk, deep, grey]) {
      const { copies } = await processImage(file, 'product')
      expect(await sharp(copies[0]!.bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
    }
    expect(await cornersOf((await processImage(deep, 'product')).copies[0]!.bytes)).toEqual([
      'red',
      'green',
      'blue',
      'white',
    ])
    expect(await cornersOf((await processImage(cmyk, 'product')).copies[0]!.bytes)).toEqual([
      'red',
      'green',
      'blue',
      'white',
    ])
  })

  test('of a wider gamut is converted, not relabelled', async () => {
    const p3 = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#20c040' } })
      .withIccProfile('p3', { attach: true })
      .png()
      .toBuffer()
    const sentAs = (await sharp(p3).metadata()).icc
    const { color } = await processImage(p3, 'product')
    expect(sentAs).toBeDefined()
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    expect([red, green, blue].map((part, at) => Math.abs(part! - [0x20, 0xc0, 0x40][at]!) < 4)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('with a transparent background gets a white one', async () => {
    const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const { copies } = await processImage(clear, 'product')
    expect(await sharp(copies[0]!.bytes).metadata()).toMatchObject({ hasAlpha: false })
    expect(await colorAt(copies[0]!.bytes, 0.5, 0.5)).toBe('white')
  })

  test('may be progressive, have a damaged colour profile, or have exactly 25 megapixels', async () => {
    const progressive = await sharp(await corners())
      .jpeg({ progressive: true })
      .toBuffer()
    const profile = withSegment(
      await plain('jpeg'),
      0xe2,
      Buffer.from('ICC_PROFILE\0\x01\x01 not a profile at all', 'latin1'),
    )
    expect(await outcome(progressive)).toBe('fine')
    expect(await outcome(profile)).toBe('fine')
    expect(await outcome(hugePng(5000, 5000))).toBe('fine')
  })

  test('for a user is cropped to the square in its middle, at most 640 wide', async () => {
    const wide = await processImage(await plain('jpeg', 2000, 1000), 'avatar')
    expect([wide.width, wide.height, wide.copies.map(({ width }) => width)]).toEqual([640, 640, [320, 640]])
    const small = await processImage(await corners(), 'avatar')
    expect([small.width, small.height]).toEqual([60, 60])
    expect(await cornersOf(small.copies[0]!.bytes)).toEqual(['red', 'green', 'blue', 'white'])
  })
})

describe('a refused file', () => {
  test.each(Object.entries(OTHER_FILES))('%s is not a supported image type', async (_, file) => {
    expect(await outcome(file)).toBe(NOT_TAKEN)
  })

  test.each(['gif', 'tiff', 'avif'] as const)('%s is not a supported image type', async (format) => {
    expect(await outcome(await plain(format))).toBe(NOT_TAKEN)
  })

  test('an animation is not a supported image type', async () => {
    expect((await sharp(await animatedWebp()).metadata()).pages).toBe(2)
    expect(await outcome(await animatedWebp())).toBe(NOT_TAKEN)
    expect(await outcome(await animatedPng())).toBe(NOT_TAKEN)
  })

  describe.each(['jpeg', 'png', 'webp'] as const)('%s', (format) => {
    let file: Buffer
    beforeAll(async () => {
      const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7919) % 251))
      file = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
        [format]({ quality: 90 })
        .toBuffer()
    })
    test.each([0.25, 0.5, 0.99])('truncated after %f of its length is broken', async (share) => {
      expect(await outcome(file)).toBe('fine')
      expect(await outcome(file.subarray(0, Math.floor(file.length * share)))).toBe(BROKEN)
    })
    test('of a header only is broken', async () => {
      expect(await outcome(file.subarray(0, 24))).toBe(BROKEN)
    })
  })

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['16,000 x 16,000 in a few kilobytes', () => hugePng(16_000, 16_000)],
    ['30,000 x 30,000 in a few kilobytes', () => hugePng(30_000, 30_000)],
    ['one pixel wide and a million high', () => hugePng(1, 1_000_000)],
    ['a JPEG that claims 64,250 x 64,250', () => claiming(64_250, 64_250)],
    ['one row more than 25 megapixels', () => hugePng(5000, 5001)],
  ])('%s has too many pixels', async (_, make) => {
    const file = await make()
    expect(file.length).toBeLessThan(200_000)
    await expect(processImage(file, 'product')).rejects.toMatchObject({
      code: 'bad-input',
      message: 'This picture has too many pixels: at most 25 megapixels, and 16383 a side.',
    })
  })

  test('65,535 x 65,535 with a header only is broken', async () => {
    expect(await outcome(hugePng(65_535, 65_535, { body: false }))).toBe(BROKEN)
  })

  test('a polyglot of a picture and a page or an archive loses the other part', async () => {
    for (const tail of ['<html><script>alert(1)</script></html>', 'PK\x03\x04 an archive'])
      for (const format of ['jpeg', 'png'] as const) {
        const { copies } = await processImage(
          Buffer.concat([await plain(format), Buffer.from(tail)]),
          'product',
        )
        for (const { bytes } of copies) expect(bytes.includes(tail)).toBe(false)
      }
    expect(await outcome(Buffer.from('GIF89a/*\x01\0\x01\0*/=1;alert(1)', 'latin1'))).toBe(NOT_TAKEN)
  })
})

test('sharp opens only JPEG, PNG and WebP in this process', async () => {
  for (const name of ['an SVG with a script', 'a PDF'] as const)
    await expect(sharp(OTHER_FILES[name]).metadata()).rejects.toThrow(/unsupported image format/)
  for (const format of ['gif', 'tiff', 'avif'] as const)
    await expect(sharp(await plain(format)).metadata()).rejects.toThrow(/unsupported image format/)
  expect(sharp.concurrency()).toBe(1)
  expect(sharp.cache().memory.max).toBe(0)
})
