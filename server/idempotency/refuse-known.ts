import type { Db } from '../database/with-transaction.ts'
import { endOfLimit } from '../limits/run-out.ts'
import type { Problem } from '../problems.ts'
import { isKnownKey, type KeyedRequest } from './idempotency-keys.queries.ts'

/** How many are known at a time. */
const MOST = 10_000

type Refusal = { limit: string; problem: Problem }
/**
 * What was refused last, because of who asks, by whose call it was. Kept apart from `http/known-refusals.ts`, which
 * refuses before it is known who asks and whether their key is; and for the whole process, as `limits/run-out.ts` keeps
 * which limits have run out, without which these say nothing.
 */
const refused = new Map<string, Refusal>()

const nameOf = ({ owner, call }: KeyedRequest) => `${owner} ${call}`

/** Keeps the refusal of a call whose `limit` has run out for its owner, whatever they send. */
export function keepRefusal(request: KeyedRequest, limit: string, problem: Problem): void {
  if (refused.size >= MOST) refused.clear()
  refused.set(nameOf(request), { limit, problem })
}

/**
 * Throws the refusal of a call for as long as its limit is known to have run out, unless its key is known: then the
 * answer may be. A new key with each request would otherwise be written down and let go of each time, and every write
 * makes all kept lists be asked for anew.
 */
export async function refuseKnown(db: Db, request: KeyedRequest, now: Date): Promise<void> {
  const refusal = refused.get(nameOf(request))
  if (!refusal || endOfLimit(refusal.limit, now) === undefined) return
  if (!(await isKnownKey(db, request))) throw refusal.problem
}
