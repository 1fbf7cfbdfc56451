import type { Db } from '../database/with-transaction.ts'
import { findExhausted } from '../limits/exhausted-limits.ts'
import type { Problem } from '../problems.ts'
import { isKnownKey, type KeyedRequest } from './idempotency-keys.queries.ts'

/** How many refusals are remembered at a time. */
const MOST = 10_000

type Refusal = { limit: string; problem: Problem }
/**
 * The last refusal of each owner's call because of who makes it. Separate from `http/refusal-cache.ts`, which refuses
 * before it is known who asks and whether their key is known. Held for the whole process, like the exhausted limits of
 * `limits/exhausted-limits.ts`, without which they mean nothing.
 */
const refused = new Map<string, Refusal>()

const nameOf = ({ owner, call }: KeyedRequest) => `${owner} ${call}`

/** Remembers the refusal of a call whose `limit` is exhausted for its owner, whatever they send. */
export function cacheRefusal(request: KeyedRequest, limit: string, problem: Problem): void {
  if (refused.size >= MOST) refused.clear()
  refused.set(nameOf(request), { limit, problem })
}

/**
 * Throws the refusal of a call for as long as its limit is known to be exhausted, unless its key is known: then there
 * may be an answer to replay. Otherwise a new key with each request would be stored and freed each time, and every
 * write makes all cached lists be read again.
 */
export async function refuseKnown(db: Db, request: KeyedRequest, now: Date): Promise<void> {
  const refusal = refused.get(nameOf(request))
  if (!refusal || !findExhausted(refusal.limit, now)) return
  if (!(await isKnownKey(db, request))) throw refusal.problem
}
