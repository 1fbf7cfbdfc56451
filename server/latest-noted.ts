/** How wrong the clock may be without anything going amiss, in milliseconds; one that was set back, too. */
const TOLERATED_MS = 10 * 60_000

/** The latest time that counts: what bears a later one was noted while the clock was ahead, and would last that much longer. */
export const latestNoted = (now: Date) => new Date(now.getTime() + TOLERATED_MS)
