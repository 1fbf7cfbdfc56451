import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { processImage } from '#server/images/process-image.ts'
import { sharp } from '#server/images/sharp.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { cpuOf } from './cpu.ts'
import { chunk, plain, withChunks, withSegment } from './files.ts'

/** Two points on each side of a table of colours. */
const GRID = 2

/** The type of an ICC tag or element: its signature, and four reserved bytes. */
const signature = (name: string) => Buffer.from(`${name}\0\0\0\0`, 'latin1')
const bytes32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeInt32BE(number, at * 4)
  return bytes
}
/** Three channels in, three channels out. */
const CHANNELS = Buffer.from([0, 3, 0, 3])
/** A number of an ICC profile, with sixteen bits after the point. */
const fixed = (number: number) => Math.round(number * 65_536)

/** A tag of `count` processing elements, which are all the same table of colours, stored once. */
function elements(count: number): Buffer {
  const table = Buffer.concat([
    signature('clut'),
    CHANNELS,
    Buffer.from([GRID, GRID, GRID]),
    Buffer.alloc(13 + GRID ** 3 * 3 * 4),
  ])
  const start = 16 + count * 8
  const places = Array<number[]>(count).fill([start, table.length])
  return Buffer.concat([signature('mpet'), CHANNELS, bytes32(count, ...places.flat()), table])
}

/** A tag with one table of colours of this many points on each side, one byte for each channel. */
function table(points: number): Buffer {
  const curves = Buffer.concat(Array(3).fill(Buffer.concat([signature('curv'), bytes32(0)])))
  const [B, A, CLUT] = [32, 32 + curves.length, 32 + 2 * curves.length]
  const sides = Buffer.alloc(20)
  sides.fill(points, 0, 3)[16] = 1
  const head = Buffer.concat([signature('mAB '), Buffer.from([3, 3, 0, 0]), bytes32(B, 0, 0, CLUT, A)])
  // The length of a profile is a multiple of four.
  const colours = Buffer.alloc(Math.ceil((points ** 3 * 3) / 4) * 4, 'colours')
  return Buffer.concat([head, curves, curves, sides, colours])
}

/** An RGB profile (ICC.1:2010) that is converted by this tag. */
function profileOf(conversion: Record<string, Buffer>): Buffer {
  const xyz = (...values: number[]) => Buffer.concat([signature('XYZ '), bytes32(...values.map(fixed))])
  const curve = Buffer.concat([signature('curv'), bytes32(0)])
  const tags = Object.entries({
    wtpt: xyz(0.9642, 1, 0.8249),
    rXYZ: xyz(0.4361, 0.2225, 0.0139),
    gXYZ: xyz(0.3851, 0.7169, 0.0971),
    bXYZ: xyz(0.1431, 0.0606, 0.7141),
    rTRC: curve,
    gTRC: curve,
    bTRC: curve,
    ...conversion,
  })
  const header = Buffer.alloc(128)
  header.writeUInt32BE(0x04300000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  bytes32(...[0.9642, 1, 0.8249].map(fixed)).copy(header, 68)
  let place = header.length + 4 + tags.length * 12
  const list = tags.map(([name, { length }]) => {
    place += length
    return Buffer.concat([Buffer.from(name), bytes32(place - length, length)])
  })
  header.writeUInt32BE(place, 0)
  return Buffer.concat([header, bytes32(tags.length), ...list, ...tags.map(([, content]) => content)])
}

const asJpeg = async (profile: Buffer) =>
  withSegment(
    await plain('jpeg', 64, 64),
    0xe2,
    Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]),
  )
const asPng = async (profile: Buffer) =>
  withChunks(
    await plain('png', 64, 64),
    chunk('iCCP', Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(profile)])),
  )

test.each([
  ['a JPEG of 16 kB', asJpeg],
  ['a PNG of 1 kB', asPng],
])('%s whose colour profile has 2,000 processing elements is refused at once', async (_, make) => {
  const profile = profileOf({ D2B0: elements(2_000) })
  const file = await make(profile)
  // It is a profile that the picture library reads.
  expect((await sharp(file).metadata()).icc).toHaveLength(profile.length)
  const { result, ms } = await cpuOf(() =>
    processImage(file, 'avatar').then(
      () => 'fine',
      ({ message }: Error) => message,
    ),
  )
  expect(result).toBe(
    'The colour profile of this picture takes too long to read. Please save it again without one.',
  )
  // Their conversion takes more than a second of processor time, and of more elements any time.
  expect(ms).toBeLessThan(500)
})

/** In a process of its own: the most memory that one has taken never falls, and other tests may have taken more. */
const PROCESS = `
  import { readFileSync } from 'node:fs'
  import { processImage } from './server/images/process-image.ts'
  const file = readFileSync(process.argv[1])
  const peak = () => process.resourceUsage().maxRSS / 1024
  const before = peak()
  const { message } = await processImage(file, 'avatar').catch((error) => error)
  console.log(JSON.stringify({ message, megabytes: peak() - before }))
`

test('a PNG of 200 kB whose colour profile has 50 MB is refused, and takes less than 250 MB', async () => {
  const file = await asPng(profileOf({ A2B0: table(255) }))
  expect(file.length).toBeLessThan(250_000)
  const path = join(temporaryFolder(), 'large.png')
  writeFileSync(path, file)
  const measured = execFileSync(process.execPath, ['--input-type=module', '-e', PROCESS, path])
  const { message, megabytes } = JSON.parse(measured.toString())
  expect(message).toBe(
    'The colour profile of this picture takes too long to read. Please save it again without one.',
  )
  expect(megabytes).toBeLessThan(250)
  expect(await processImage(await asPng(profileOf({ A2B0: table(60) })), 'avatar')).toMatchObject({
    width: 64,
  })
})

test('colour profiles that cameras and programs write are converted', async () => {
  for (const icc of ['srgb', 'p3', 'cmyk']) {
    const file = await sharp(await plain('png'))
      .withIccProfile(icc)
      .jpeg()
      .toBuffer()
    expect((await sharp(file).metadata()).icc).toBeDefined()
    expect(await processImage(file, 'product')).toMatchObject({ width: 400 })
  }
})
