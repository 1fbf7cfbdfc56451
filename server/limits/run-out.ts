/** How long a limit that has run out is refused from memory, without asking the database, in milliseconds. */
const KNOWN_MS = 1_000
/** How many such limits are known at a time. */
const MOST_KNOWN = 10_000

type RunOut = { count: number; since: number; ends: number }
/**
 * The limits that ran out a moment ago, so that whoever goes on all the same costs the others little. They only ever
 * refuse, and for no longer than the second that every 429 says to wait; what is allowed is counted in the database.
 * They are kept in the process, so that a transaction that is rolled back by the refusal does not undo them. By them
 * `http/known-refusals.ts` refuses a whole call unread, and `idempotency/refuse-known.ts` one with a new key.
 */
const runOut = new Map<string, RunOut>()

/** What is known of a limit that ran out a moment ago and has not ended since. */
export function knownToHaveRunOut(key: string, now: Date): RunOut | undefined {
  const known = runOut.get(key)
  const age = now.getTime() - (known?.since ?? 0)
  return known && age >= 0 && age < KNOWN_MS && now.getTime() < known.ends ? known : undefined
}

/** When a limit ends that is known to have run out; undefined for one of which that is not known. */
export function endOfLimit(key: string, now: Date): number | undefined {
  return knownToHaveRunOut(key, now)?.ends
}

/** Has the process know of none, as one that has just started: a test's next shop has a clock of its own. */
export function forgetRunOut(): void {
  runOut.clear()
}

/** Keeps that a limit was found to have run out. */
export function keepRunOut(key: string, found: RunOut): void {
  if (runOut.size >= MOST_KNOWN) runOut.clear()
  runOut.set(key, found)
}

/** Has the process take a limit for one that has not run out. */
export function forgetRunOutOf(key: string): void {
  runOut.delete(key)
}
