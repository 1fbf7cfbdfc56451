import { crc32, deflateSync } from 'node:zlib'
import { sharp } from '#server/images/sharp.ts'

/* Files that people, and attackers, may send as pictures; all of them made here. */

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif'

/** A picture of one colour, or of noise if the file is to be large. */
export function plain(format: Format, width = 400, height = 300, background = '#3366cc'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    [format]()
    .toBuffer()
}

/** One colour on two thirds of the picture, another on the rest. */
export async function mostly(background: string): Promise<Buffer> {
  const rest = await plain('png', 100, 300, '#e0e0e0')
  return sharp(await plain('png', 300, 300, background))
    .composite([{ input: rest, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** Red top left, green top right, blue bottom left, white bottom right: shows how a picture was rotated. */
export async function corners(): Promise<Buffer> {
  const [red, green, blue, white] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ]
  const rows = Array.from({ length: 60 }, (_, y) =>
    Array.from({ length: 80 }, (_, x) => (y < 30 ? (x < 40 ? red : green) : x < 40 ? blue : white)),
  )
  return sharp(Buffer.from(rows.flat(2) as number[]), { raw: { width: 80, height: 60, channels: 3 } })
    .png()
    .toBuffer()
}

export async function turned(orientation: number): Promise<Buffer> {
  return sharp(await corners())
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** The metadata that a phone writes into a photo, and scripts that an attacker adds. */
export async function talkative(canary: string): Promise<Buffer> {
  const jpeg = await sharp(await corners())
    .withExif({
      IFD0: { Copyright: canary, ImageDescription: '<script>alert(1)</script>' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '23/1 46/1 40/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '90/1 22/1 45/1',
      },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>${canary}</script></x:xmpmeta>`)
    .jpeg()
    .toBuffer()
  const comment = Buffer.from(canary.repeat(Math.floor(60_000 / canary.length)))
  return withSegment(jpeg, 0xfe, comment)
}

/** Inserts a segment before the others of a JPEG: its marker, its length, its content. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** A JPEG whose header claims another size: a few kilobytes that ask for gigabytes. */
export async function claiming(width: number, height: number): Promise<Buffer> {
  const jpeg = await plain('jpeg', 64, 64)
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

/** A black PNG of one bit per pixel, which compresses to almost nothing. */
export function hugePng(width: number, height: number, { body = true } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = body
    ? [chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 }))]
    : []
  const end = body ? [chunk('IEND', Buffer.alloc(0))] : []
  return Buffer.concat([PNG, chunk('IHDR', header), ...pixels, ...end])
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A chunk of a PNG: length, name, content, checksum. */
export function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(content.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}

/** Inserts chunks after the header of a PNG. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const afterHeader = 8 + 25
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)])
}

/** A PNG that claims to be animated. */
export async function animatedPng(): Promise<Buffer> {
  return withChunks(await plain('png'), chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))
}

export async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all([plain('png'), plain('png', 400, 300, '#cc3333')])
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** A picture of exactly this many bytes: nothing reads what follows the end of a JPEG. */
export async function ofBytes(length: number): Promise<Buffer> {
  const jpeg = await plain('jpeg')
  return Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])
}

export const OTHER_FILES: Record<string, Buffer> = {
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'an SVG with a script': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9"/>',
  ),
  'an SVG that reads a file': Buffer.from(
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>',
  ),
  XML: Buffer.from('<?xml version="1.0"?><a/>'),
  'a PDF': Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF'),
  'a ZIP': Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'),
  'a script': Buffer.from('alert(1)//'),
  'a program': Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
  PHP: Buffer.from('<?php system($_GET["c"]);'),
  'a bitmap': Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'),
  'an icon': Buffer.from('\0\0\x01\0\x01\0\x10\x10\0\0', 'latin1'),
  HEIC: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from([0xff]),
}
