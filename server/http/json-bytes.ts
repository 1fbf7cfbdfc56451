import { listPieces, piecesOf } from '../database/json-text.ts'

/** Where pieces are laid side by side before they are copied. To measure each of them first took twice as long. */
let desk = Buffer.allocUnsafeSlow(64 * 1024)
/** In bytes, of one unit of a text. */
const WIDEST = 3

/**
 * JSON as it is sent. Its pieces are never put together as a text: one character that does not fit in a byte (’) would
 * have the engine keep all of it in two bytes for each, and a whole list then takes three times as long.
 */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  const pieces = Array.isArray(value) ? listPieces(value) : piecesOf(value)
  let end = 0
  for (const piece of pieces) {
    const needed = end + WIDEST * piece.length
    if (needed > desk.length) desk = Buffer.concat([desk], Math.max(needed, 2 * desk.length))
    end += desk.write(piece, end)
  }
  return Buffer.from(desk.subarray(0, end))
}
