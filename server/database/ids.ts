import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A new id for a row: UUIDv7, so that rows made one after the other are neighbours in the index. */
export function newId(at: Date): string {
  return v7({ msecs: at.getTime(), random: randomBytes(16) })
}
