import { listPieces, piecesOf } from '../database/json-text.ts'
import { joinBytes } from './join-bytes.ts'

/** A value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): Uint8Array<ArrayBuffer> =>
  joinBytes(Array.isArray(value) ? listPieces(value) : piecesOf(value))
