/** How wrong a clock may be without harm, in milliseconds; one that was set back, too. */
const TOLERATED_MS = 10 * 60_000

/**
 * The latest plausible time of a record: a later one was written while the clock was ahead, and would otherwise last
 * that much longer.
 */
export const latestPlausible = (now: Date) => new Date(now.getTime() + TOLERATED_MS)
