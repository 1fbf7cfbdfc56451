import { listPieces, piecesOf } from '../database/json-text.ts'

/**
 * JSON as it is sent. Its pieces are never put together as a text: one character that does not fit in a byte (’) would
 * have the engine keep all of it in two bytes for each, and a whole list then takes three times as long.
 */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  const pieces = Array.isArray(value) ? listPieces(value) : piecesOf(value)
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))
  let end = 0
  for (const piece of pieces) end += bytes.write(piece, end)
  return bytes
}
