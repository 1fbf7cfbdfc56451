import { listPieces, piecesOf } from '../database/json-text.ts'
import { joinBytes } from './join-bytes.ts'

/** JSON as it is sent. */
export const jsonBytes = (value: unknown): Uint8Array<ArrayBuffer> =>
  joinBytes(Array.isArray(value) ? listPieces(value) : piecesOf(value))
