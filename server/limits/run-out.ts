/** For how long a used-up limit is refused from memory, without asking the database, in milliseconds. */
const KNOWN_MS = 1_000
/** How many such limits are remembered at a time. */
const MOST_KNOWN = 10_000

type RunOut = { count: number; since: number; ends: number }
/**
 * The limits that were found used up a moment ago, so that a client that goes on all the same costs the others little.
 * They can only refuse, and for no longer than the second that every 429 says to wait; whatever is allowed is counted
 * in the database. They are held in the process, so that a transaction that the refusal rolls back does not undo them.
 * By them `http/refusal-cache.ts` refuses a whole call unread, and `idempotency/refuse-known.ts` one with a new key.
 */
const runOut = new Map<string, RunOut>()

/** What is known of a limit that was found used up a moment ago and has not ended since. */
export function knownToHaveRunOut(key: string, now: Date): RunOut | undefined {
  const known = runOut.get(key)
  const age = now.getTime() - (known?.since ?? 0)
  return known && age >= 0 && age < KNOWN_MS && now.getTime() < known.ends ? known : undefined
}

/** When a limit that is known to be used up ends; undefined if it is not known to be. */
export function endOfLimit(key: string, now: Date): number | undefined {
  return knownToHaveRunOut(key, now)?.ends
}

/** Forgets all of them, as in a process that has just started: a test's next shop has a clock of its own. */
export function forgetRunOut(): void {
  runOut.clear()
}

/** Remembers that a limit was found used up. */
export function keepRunOut(key: string, found: RunOut): void {
  if (runOut.size >= MOST_KNOWN) runOut.clear()
  runOut.set(key, found)
}

/** Forgets that a limit was found used up. */
export function forgetRunOutOf(key: string): void {
  runOut.delete(key)
}
