/** How the time stands for which a laptop is kept: it runs, it is about to end, or it is over. */
export type HoldPhase = 'kept' | 'ending' | 'over'

const WARNING = 2 * 60_000
/** A laptop that slept counts on from where it stopped; so long at the most it shows what is no longer true. */
const LOOK_AGAIN = 20_000

/** Where a hold stands at a moment, in milliseconds. It is over where the shop would begin another one. */
export function phaseOfHold(heldUntil: string, now: number): HoldPhase {
  const left = Date.parse(heldUntil) - now
  if (left <= 0) return 'over'
  return left <= WARNING ? 'ending' : 'kept'
}

/** After how many milliseconds the clock has to be looked at again; undefined once the time is over. */
export function nextLookAtHold(heldUntil: string, now: number): number | undefined {
  const left = Date.parse(heldUntil) - now
  if (left <= 0) return undefined
  return Math.min(left > WARNING ? left - WARNING : left, LOOK_AGAIN)
}
