import { and, eq, lt, sql } from 'drizzle-orm'
import { deleteFewByFew } from '../database/delete-few-by-few.ts'
import { idempotencyKeys } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** A request by its key: keys are each owner's own (a person, or a visitor's address) and for one call. */
export type KeyedRequest = { owner: string; call: string; key: string; requestHash: string }
/** The state of a key. `begun`: by this request just now; `createdAt` tells its row from a later one. */
type Claim =
  | { state: 'begun'; createdAt: Date }
  | { state: 'unfinished' }
  | { state: 'other-request' }
  | { state: 'answered'; status: number; body: string | null }

const HOUR = 60 * 60_000
const KEPT_MS = 24 * HOUR
/**
 * A request that is unanswered after this long was killed: it may begin again. So may one that began this far in the
 * future, while the clock was ahead.
 */
const LEASE_MS = 60_000

/** Claims a key for a request, or tells its state. Of several requests at the same moment one gets it. */
export async function claimKey(db: Db, request: KeyedRequest, now: Date): Promise<Claim> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const begun = { requestHash: request.requestHash, status: null, body: null, createdAt: now }
  const [taken] = await db
    .insert(idempotencyKeys)
    .values({ ...request, ...begun })
    .onConflictDoUpdate({
      target: [idempotencyKeys.owner, idempotencyKeys.call, idempotencyKeys.key],
      set: begun,
      setWhere: sql`${idempotencyKeys.createdAt} < ${before(KEPT_MS)}
        or (${idempotencyKeys.status} is null and ${idempotencyKeys.requestHash} = ${request.requestHash}
          and ${idempotencyKeys.createdAt} not between ${before(LEASE_MS)} and ${before(-LEASE_MS)})`,
    })
    .returning({ createdAt: idempotencyKeys.createdAt })
  if (taken) return { state: 'begun', createdAt: taken.createdAt }
  const [known] = await db.select().from(idempotencyKeys).where(of(request))
  // It was freed between the two queries: the next repetition will get it.
  if (!known) return { state: 'unfinished' }
  if (known.requestHash !== request.requestHash) return { state: 'other-request' }
  if (known.status === null) return { state: 'unfinished' }
  return { state: 'answered', status: known.status, body: known.body }
}

/** Stores how a request was answered, unless its lease had ended and another has begun it again. */
export async function keepAnswer(
  db: Db,
  request: KeyedRequest,
  { createdAt, ...answer }: { createdAt: Date; status: number; body: string | null },
): Promise<void> {
  await db.update(idempotencyKeys).set(answer).where(begunAt(request, createdAt))
}

/** Whether this key has a row, however old. */
export const isKnownKey = async (db: Db, request: KeyedRequest): Promise<boolean> =>
  (await db.$count(idempotencyKeys, of(request))) > 0

/** Frees the key of a request that had no effect, so that it may be sent again. */
export async function freeKey(db: Db, request: KeyedRequest, createdAt: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(begunAt(request, createdAt))
}

/** Removes the keys that are older than a day; answers how many there were. */
export function forgetOldKeys({ db, clock }: { db: Db; clock: () => Date }): Promise<number> {
  const before = new Date(clock().getTime() - KEPT_MS)
  return deleteFewByFew(db, idempotencyKeys, lt(idempotencyKeys.createdAt, before))
}

const of = ({ owner, call, key }: KeyedRequest) =>
  and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key))

const begunAt = (request: KeyedRequest, createdAt: Date) =>
  and(of(request), eq(idempotencyKeys.createdAt, createdAt))
