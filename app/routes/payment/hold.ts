/** The state of a hold: it is running, about to end, or over. */
export type HoldPhase = 'kept' | 'ending' | 'over'

const WARNING = 2 * 60_000
/**
 * After sleep a computer's timers go on from where they stopped; this is the longest time for which the page then shows
 * an outdated state.
 */
const LOOK_AGAIN = 20_000

/** The state of a hold at a time, in milliseconds. It is over when the shop would begin another one. */
export function phaseOfHold(heldUntil: string, now: number): HoldPhase {
  const left = Date.parse(heldUntil) - now
  if (left <= 0) return 'over'
  return left <= WARNING ? 'ending' : 'kept'
}

/** After how many milliseconds to check again; undefined once the hold is over. */
export function nextLookAtHold(heldUntil: string, now: number): number | undefined {
  const left = Date.parse(heldUntil) - now
  if (left <= 0) return undefined
  return Math.min(left > WARNING ? left - WARNING : left, LOOK_AGAIN)
}
