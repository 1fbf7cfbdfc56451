import { IMAGE_WIDTHS, type ImagePurpose } from '#contract/choices.ts'
import { limitConcurrency, SPARE_PROCESSORS } from '../limit-concurrency.ts'
import { badField, Problem } from '../problems.ts'
import { barePng } from './bare-png.ts'
import { dominantColor } from './dominant-color.ts'
import { isTooMuchWork } from './jpeg-work.ts'
import { isAnimated, pictureKind } from './picture-kind.ts'

/** A processed picture: size in pixels of the largest copy, dominant colour (`#rrggbb`), WebP copies by width. */
export type ProcessedImage = {
  width: number
  height: number
  color: string
  copies: { width: (typeof IMAGE_WIDTHS)[number]; bytes: Buffer }[]
}

/**
 * Enough for a 24-megapixel camera. Decoding a picture of this size takes up to 250 MB: progressive JPEGs and interlaced
 * PNGs are kept whole. A WebP that is made for it takes more (docs/security.md, Not covered).
 */
export const MOST_MEGAPIXELS = 25
const MOST_PIXELS = MOST_MEGAPIXELS * 1_000_000
/** No side of a WebP may be longer. */
export const LONGEST_SIDE = 16_383
const TIMEOUT_SECONDS = 10
/**
 * The type of a tag with the processing elements of a colour profile. A file may list one element a million times: the
 * image library copies each, applies all of them, and does not check its time limit meanwhile. Neither cameras nor
 * browsers use them.
 */
const PROCESSING_ELEMENTS = 'mpet'
/**
 * More than a colour profile for print has. In a PNG it is compressed: 200 kB may become 50 MB, and its tables of colours
 * ten times as much while the image library reads them.
 */
const MOST_PROFILE_BYTES = 4 * 1024 * 1024
const AVATAR_SIDE = 640
/** A portrait photo (2:3) keeps its full width; a ribbon does not become a tower of pixels. */
const MOST_HEIGHT_PER_WIDTH = 1.5

/** Nothing is refused here: the number of calls that come so far is limited where requests are accepted. */
const takeTurn = limitConcurrency({
  atOnce: Math.min(2, SPARE_PROCESSORS),
  mostWaiting: Number.POSITIVE_INFINITY,
})

/**
 * Decodes a JPEG, PNG or WebP file and makes the copies that the shop stores: upright, in sRGB, without any metadata,
 * as WebP in the widths of IMAGE_WIDTHS. A picture is never enlarged: the copy for the first width that it does not
 * fill has its own size, and there are none for larger ones. Avatars are cropped to the square in their middle, at most
 * 640 pixels wide.
 *
 * Problems: `unsupported-type` for any other kind of file and for animations; `bad-input` for a picture that is broken,
 * over 25 megapixels, or takes too long.
 */
export async function processImage(file: Uint8Array, purpose: ImagePurpose): Promise<ProcessedImage> {
  const input = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const kind = pictureKind(input)
  if (!kind)
    throw new Problem('unsupported-type', 'This is not an image we accept: send a JPEG, PNG or WebP picture.')
  if (isAnimated(input, kind))
    throw new Problem(
      'unsupported-type',
      'This is not an image we accept: send a picture that does not move.',
    )
  if (kind === 'jpeg' && isTooMuchWork(input))
    throw badImage('This JPEG is saved in a way that takes too long to read. Please save it again.')
  return takeTurn(() => decode(kind === 'png' ? barePng(input) : input, purpose))
}

async function decode(input: Buffer, purpose: ImagePurpose): Promise<ProcessedImage> {
  // Loaded with the first picture: a process that never gets one starts sooner, and is smaller.
  const { sharp } = await import('./sharp.ts')
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const
  // Only its header is read here: with the limit, a picture that is merely too large would be reported as damaged.
  const size = await orBroken(sharp(input, { ...options, limitInputPixels: false }).metadata())
  if (size.width * size.height > MOST_PIXELS || Math.max(size.width, size.height) > LONGEST_SIDE)
    throw badImage(
      `This picture has too many pixels: at most ${MOST_MEGAPIXELS} megapixels, and ${LONGEST_SIDE} a side.`,
    )

  if (size.icc && (size.icc.length > MOST_PROFILE_BYTES || size.icc.includes(PROCESSING_ELEMENTS)))
    throw badImage(
      'The colour profile of this picture takes too long to read. Please save it again without one.',
    )

  const largest = sizeOfLargest(size.autoOrient, purpose)
  const { data, info } = await orBroken(
    sharp(input, options)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ ...largest, fit: purpose === 'avatar' ? 'cover' : 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const pixels = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).timeout({
      seconds: TIMEOUT_SECONDS,
    })
  const copies: ProcessedImage['copies'] = []
  for (const width of widthsOf(info.width))
    copies.push({
      width,
      bytes: await pixels()
        .resize({ width: Math.min(width, info.width) })
        .webp({ quality: 80 })
        .toBuffer(),
    })
  const few = await pixels().resize({ width: 64 }).raw().toBuffer()
  return { width: info.width, height: info.height, color: dominantColor(few), copies }
}

/** The size of the largest copy, in whole pixels. */
function sizeOfLargest({ width, height }: { width: number; height: number }, purpose: ImagePurpose) {
  if (purpose === 'avatar') {
    const side = Math.min(width, height, AVATAR_SIDE)
    return { width: side, height: side }
  }
  const most = IMAGE_WIDTHS[IMAGE_WIDTHS.length - 1]!
  const scale = Math.min(1, most / width, (most * MOST_HEIGHT_PER_WIDTH) / height)
  const whole = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: whole(width), height: whole(height) }
}

/** The widths in which a picture this wide is stored: up to the first that it does not exceed. */
export function widthsOf(width: number): (typeof IMAGE_WIDTHS)[number][] {
  return IMAGE_WIDTHS.filter((_, index) => index === 0 || width > IMAGE_WIDTHS[index - 1]!)
}

async function orBroken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw badImage('This picture cannot be read: the file is damaged or incomplete.', cause)
  }
}

const badImage = (message: string, cause?: unknown) => badField('/image', message, cause)
