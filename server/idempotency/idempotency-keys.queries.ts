import { and, eq, lt, sql } from 'drizzle-orm'
import { deleteFewByFew } from '../database/delete-few-by-few.ts'
import { idempotencyKeys } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** A request by its key: keys are each owner's own (a person, or a visitor's address) and for one call. */
export type KeyedRequest = { owner: string; call: string; key: string; requestHash: string }
/** What is known of a key. `begun`: by us, just now, and `createdAt` tells ours from a later one's. */
type Claim =
  | { state: 'begun'; createdAt: Date }
  | { state: 'unfinished' }
  | { state: 'other-request' }
  | { state: 'answered'; status: number; body: string | null }

const HOUR = 60 * 60_000
const KEPT_MS = 24 * HOUR
/**
 * Whoever has not answered after this long was killed: the same request may begin anew. So it may where it began as long
 * from now on, while the clock was ahead.
 */
const LEASE_MS = 60_000

/** Takes a key for a request, or tells what became of it. Of several at the same moment one takes it. */
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
  // Let go of between the two questions: whoever asks again will get it.
  if (!known) return { state: 'unfinished' }
  if (known.requestHash !== request.requestHash) return { state: 'other-request' }
  if (known.status === null) return { state: 'unfinished' }
  return { state: 'answered', status: known.status, body: known.body }
}

/** Keeps how a request was answered, unless its time was over and another has begun it anew. */
export async function keepAnswer(
  db: Db,
  request: KeyedRequest,
  { createdAt, ...answer }: { createdAt: Date; status: number; body: string | null },
): Promise<void> {
  await db.update(idempotencyKeys).set(answer).where(begunAt(request, createdAt))
}

/** Whether there is anything under this key, were it too old to count. */
export const isKnownKey = async (db: Db, request: KeyedRequest): Promise<boolean> =>
  (await db.$count(idempotencyKeys, of(request))) > 0

/** Lets go of a key whose request had no effect, so that it may be sent again. */
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
