import type { Db } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import { countLimit, giveBackOne, type Limit, readLimit } from './count-limit.ts'

/**
 * Counts one more, each time it is called, and answers whether the limit allows it: for what is then left out and not
 * refused.
 */
export async function trySpendLimit(db: Db, key: string, limit: Limit, now: Date): Promise<boolean> {
  return (await countLimit(db, key, limit, now)) <= limit.most
}

/**
 * The same for what is refused. `detail` says what was too often. Problem: `too-many-requests` if that is more than the
 * limit allows.
 */
export async function spendLimit(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
  detail: string,
): Promise<void> {
  if (await trySpendLimit(db, key, limit, now)) return
  const { retryAfterSeconds } = await readLimit(db, key, limit, now)
  throw tooOften(detail, retryAfterSeconds, { key, limit })
}

/** A limit, and the key under which it is counted. */
type Counted = { key: string; limit: Limit }

/** The refusal for a limit that is exhausted, with `detail`, and with the time until it ends. */
export function tooOften(detail: string, retryAfterSeconds: number, counted?: Counted): Problem {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const when = `You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  const limit = counted?.limit.ofAsker ? counted.key : undefined
  return new Problem('too-many-requests', `${detail} ${when}`, { retryAfterSeconds, limit })
}

/**
 * Counts a try against each limit before it is known whether the try fails, so that many at the same moment get no
 * further than as many one after the other. Answers a function that gives them back after a success. `detail` says what
 * was too often. Problem: `too-many-requests` if one of the limits is exhausted; then nothing is counted.
 */
export async function takeTry(
  db: Db,
  limits: Counted[],
  now: Date,
  detail: string,
): Promise<() => Promise<void>> {
  const taken: string[] = []
  const giveBack = async () => {
    for (const key of taken.splice(0)) await giveBackOne(db, key)
  }
  for (const { key, limit } of limits) {
    const { count, retryAfterSeconds } = await readLimit(db, key, limit, now)
    if (count >= limit.most) throw tooOften(detail, retryAfterSeconds, { key, limit })
  }
  for (const { key, limit } of limits) {
    const count = await countLimit(db, key, limit, now)
    if (Number.isFinite(count)) taken.push(key)
    if (count <= limit.most) continue
    await giveBack()
    throw tooOften(detail, (await readLimit(db, key, limit, now)).retryAfterSeconds, { key, limit })
  }
  return giveBack
}
