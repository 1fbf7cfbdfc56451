import { v7 } from 'uuid'
import { createRandom, type Random, seedOf } from './random.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Chance, ids and time for one part of the demonstration: each part has its own, so that it can change alone. */
export type World = {
  random: Random
  /** An id like those of the shop (UUIDv7), made of seeded chance and the row's time. */
  id(at: Date): string
  /** A time before the day of seeding: `ago(1, 9)` is yesterday at nine. Always past. */
  ago(days: number, hours?: number): Date
  /** This many days later. */
  later(at: Date, days: number): Date
}

/** Dates count from the day (UTC) of `now`, so that two seedings on one day are equal to the last byte. */
export function createWorld(part: string, now: Date): World {
  const today = Math.floor(now.getTime() / DAY) * DAY
  const random = createRandom(seedOf(`clamshell ${part}`))
  return {
    random,
    id: (at) => v7({ msecs: at.getTime(), random: random.bytes(16) }),
    ago: (days, hours = 12) => new Date(today - Math.max(1, days) * DAY + Math.floor(hours * HOUR)),
    later: (at, days) => new Date(at.getTime() + Math.floor(days * DAY)),
  }
}
