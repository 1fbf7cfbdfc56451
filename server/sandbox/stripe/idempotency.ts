import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { deleteFewByFew } from '#server/database/delete-few-by-few.ts'
import type { Db } from '#server/database/with-transaction.ts'
import { StripeProblem } from './problems.ts'
import type { Caller } from './reply.ts'
import type { Work } from './work.ts'

type Reply = { status: number; body: string; replayed: boolean }
type Kept = { fingerprint: string; status: number; body: string }

/** How long a key is remembered at least, in milliseconds: the provider promises a day. */
const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * What a request asked for, as a keyed digest: parameters carry card numbers, which must not be readable
 * (or guessable) from what is stored.
 */
export function fingerprintOf(secret: string, method: string, path: string, parameters: string): string {
  return createHmac('sha256', secret).update(`${method} ${path}\n${parameters}`).digest('base64url')
}

/**
 * Under what a key is kept. The secret key's holder is one; a holder of the publishable key is anybody, so their
 * keys are good for the one payment whose secret they know, and never meet those that the shop makes its calls under.
 */
export function ownKey(caller: Caller, intentId: string, key: string): string {
  return caller === 'server' ? key : `${intentId} ${key}`
}

/**
 * Does `act` once per idempotency key of a caller: the same request again gets the same answer back, a different one
 * under the same key 400 `idempotency_error`, and one that comes while the first is under way (in any
 * process) 409. The answer is kept in the transaction of what it tells, that of the provider's own failure (500) too;
 * a request that is refused by an exception changes nothing and is not remembered, so that it may be mended and sent
 * again.
 */
export async function once(
  work: Work,
  caller: Caller,
  { id, fingerprint }: { id: string; fingerprint: string },
  act: () => Promise<{ status: number; body: string }>,
): Promise<Reply> {
  const given = work.request.idempotencyKey
  if (given === null) return { ...(await act()), replayed: false }
  const key = ownKey(caller, id, given)
  const { rows: locks } = await work.client.query<{ free: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('sandbox_stripe ' || $1, 0)) as free",
    [key],
  )
  if (!locks[0]?.free) throw keyInUse(given)
  const { rows } = await work.client.query<Kept>(
    'select fingerprint, status, body from sandbox_stripe.idempotency_keys where key = $1 and created_at > $2',
    [key, new Date(work.now.getTime() - KEPT_MS)],
  )
  const kept = rows[0]
  if (kept && kept.fingerprint !== fingerprint) throw keyReused(given)
  if (kept) return { status: kept.status, body: kept.body, replayed: true }
  const { status, body } = await act()
  await work.client.query(
    `insert into sandbox_stripe.idempotency_keys (key, fingerprint, status, body, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
       body = excluded.body, created_at = excluded.created_at`,
    [key, fingerprint, status, body, work.now],
  )
  return { status, body, replayed: false }
}

/** Removes the keys that count no more. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString()
  await deleteFewByFew(db, sql`sandbox_stripe.idempotency_keys`, sql`created_at <= ${before}`)
}

function keyReused(key: string): StripeProblem {
  return new StripeProblem(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** 409: the same key is being worked on this moment. */
export function keyInUse(key: string): StripeProblem {
  return new StripeProblem(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })
}
