/** For how long an exhausted limit is refused from memory, without asking the database, in milliseconds. */
const KNOWN_MS = 1_000
/** How many such limits are remembered at a time. */
const MOST_KNOWN = 10_000

/** `since`: when the limit was found exhausted; `ends`: when its window ends. Both in milliseconds since 1970. */
type Exhausted = { count: number; since: number; ends: number }
/**
 * The limits that were found exhausted a moment ago, so that a client that goes on all the same costs the others
 * little. They can only refuse, and for no longer than the second that every 429 says to wait; whatever is allowed is
 * counted in the database. They are held in the process, so that a transaction that the refusal rolls back does not
 * undo them. By them `http/refusal-cache.ts` refuses a whole call unread, and `idempotency/refuse-known.ts` one with a
 * new key.
 */
const exhausted = new Map<string, Exhausted>()

/** A limit that was found exhausted a moment ago and has not ended since; undefined if it is not known to be. */
export function findExhausted(key: string, now: Date): Exhausted | undefined {
  const known = exhausted.get(key)
  const age = now.getTime() - (known?.since ?? 0)
  return known && age >= 0 && age < KNOWN_MS && now.getTime() < known.ends ? known : undefined
}

/** Remembers that a limit was found exhausted. */
export function rememberExhausted(key: string, found: Exhausted): void {
  if (exhausted.size >= MOST_KNOWN) exhausted.clear()
  exhausted.set(key, found)
}

/** Forgets that a limit was found exhausted. */
export function forgetExhausted(key: string): void {
  exhausted.delete(key)
}

/** Forgets all of them, as in a process that has just started: a test's next shop has a clock of its own. */
export function forgetAllExhausted(): void {
  exhausted.clear()
}
