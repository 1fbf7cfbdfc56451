import { pngChunks } from './bare-png.ts'

type PictureKind = 'jpeg' | 'png' | 'webp'

/** The format of a file, by its first bytes. Its name and its declared type are not trusted. */
export function pictureKind(file: Buffer): PictureKind | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png'
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return undefined
}

/** Whether a PNG or WebP is animated. A photo of a laptop is not. */
export function isAnimated(file: Buffer, kind: PictureKind): boolean {
  if (kind === 'png') return hasChunkBeforePixels(file, 'acTL')
  const ANIMATION = 0b10
  return kind === 'webp' && file.toString('latin1', 12, 16) === 'VP8X' && ((file[20] ?? 0) & ANIMATION) !== 0
}

function hasChunkBeforePixels(file: Buffer, wanted: string): boolean {
  for (const { name } of pngChunks(file)) {
    if (name === wanted) return true
    if (name === 'IDAT') return false
  }
  return false
}
