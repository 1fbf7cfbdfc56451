import { ownBytes } from './own-bytes.ts'

/**
 * A reused buffer, in which the pieces are joined before they are copied out. Measuring each piece first took twice as
 * long, and making a buffer of each and joining those three times as long.
 */
let scratch = Buffer.allocUnsafeSlow(64 * 1024)
/** The most bytes that one UTF-16 unit takes in UTF-8. */
const WIDEST = 3

/**
 * The UTF-8 of some strings, one after the other. They are not joined as strings first: that is one more copy, and a
 * single wide character (’) in one of them would make V8 store all of them with two bytes per character.
 */
export function joinBytes(pieces: readonly string[]): Buffer<ArrayBuffer> {
  let end = 0
  for (const piece of pieces) {
    const needed = end + WIDEST * piece.length
    if (needed > scratch.length) scratch = Buffer.concat([scratch], Math.max(needed, 2 * scratch.length))
    end += scratch.write(piece, end)
  }
  return ownBytes(scratch.subarray(0, end))
}
