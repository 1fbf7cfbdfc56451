import { gt, lt, or, type SQL, sql } from 'drizzle-orm'
import { deleteFewByFew } from './database/delete-few-by-few.ts'
import { rateLimits } from './database/schema.ts'
import type { Db } from './database/with-transaction.ts'
import { Problem } from './problems.ts'

/**
 * How often something may happen: at most `most` times in `seconds`. One that `canBeForgotten` may end before its
 * time, so the database is asked for it each time. One `ofAsker` is counted by who makes the call (a network, or the
 * person of a token): once it has run out that call is refused to them whatever they send.
 */
export type Limit = { most: number; seconds: number; canBeForgotten?: true; ofAsker?: true }

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

function knownToHaveRunOut(key: string, now: Date): RunOut | undefined {
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

function know(key: string, found: RunOut): void {
  if (runOut.size >= MOST_KNOWN) runOut.clear()
  runOut.set(key, found)
}

/**
 * How far ahead of this clock a window may have begun: those of several machines differ a little. One that begins later
 * was counted by a clock that was wrong, and counts as over: it would keep people out until that time has come.
 */
const AHEAD_MS = 60_000
const latestStart = (now: Date) => new Date(now.getTime() + AHEAD_MS)

/** Whether a window is running, by its start. */
const isRunning = (start: SQL, { seconds }: Limit, now: Date) =>
  sql`(${start} > ${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz
    and ${start} <= ${latestStart(now).toISOString()}::timestamptz)`

/** What has been counted under a key within the running window, and when that window ends. */
export async function readLimit(db: Db, key: string, limit: Limit, now: Date) {
  const { most, seconds, canBeForgotten } = limit
  const retryAfter = (ends: number) => Math.max(1, (ends - now.getTime()) / 1000)
  const known = knownToHaveRunOut(key, now)
  if (known) return { count: known.count, retryAfterSeconds: retryAfter(known.ends) }
  const { rows } = await db.execute<{ count: number; window_start: Date }>(
    sql`select count, window_start from rate_limits
        where key = ${key} and ${isRunning(sql`window_start`, limit, now)}`,
  )
  const row = rows[0]
  const count = row?.count ?? 0
  const ends = (row ? new Date(row.window_start).getTime() : now.getTime()) + seconds * 1000
  if (count >= most && !canBeForgotten) know(key, { count, since: now.getTime(), ends })
  return { count, retryAfterSeconds: retryAfter(ends) }
}

/**
 * Counts one more, unless the limit has run out: then nothing is written, since every write makes all kept lists be
 * asked for anew. Kept in the database: shared by processes, kept over restarts. Answers the new count, which is more
 * than the limit allows for one of two at the same moment, or Infinity where it had run out.
 */
export async function countLimit(db: Db, key: string, limit: Limit, now: Date): Promise<number> {
  if (knownToHaveRunOut(key, now)) return Number.POSITIVE_INFINITY
  const count = (await countLimits(db, [key], limit, now)).get(key)
  if (count !== undefined) return count
  await readLimit(db, key, limit, now)
  return Number.POSITIVE_INFINITY
}

/** The same under many keys with one query. Answers the new counts; none for a key whose limit had run out. */
export async function countLimits(
  db: Db,
  keys: string[],
  limit: Limit,
  now: Date,
): Promise<Map<string, number>> {
  const goesOn = isRunning(sql`rate_limits.window_start`, limit, now)
  // In their order, so that two who count some of the same keys do not wait for each other.
  const { rows } = await db.execute<{ key: string; count: number }>(
    sql`insert into rate_limits (key, window_start, count)
        select distinct asked.key, ${now.toISOString()}::timestamptz, 1
        from unnest(${sql.param(keys)}::text[]) as asked (key) where not exists (
          select from rate_limits as known
          where known.key = asked.key and known.count >= ${limit.most}
            and ${isRunning(sql`known.window_start`, limit, now)})
        order by asked.key
        on conflict (key) do update set
          count = case when ${goesOn} then rate_limits.count + 1 else 1 end,
          window_start = case when ${goesOn} then rate_limits.window_start else excluded.window_start end
        returning key, count`,
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** Gives one back that was counted. */
export async function giveBackOne(db: Db, key: string): Promise<void> {
  await db.execute(sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`)
  runOut.delete(key)
}

/** Counts one more and refuses with 429 when that is more than the limit allows. `detail`: what was too often. */
export async function spendLimit(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
  detail: string,
): Promise<void> {
  if ((await countLimit(db, key, limit, now)) <= limit.most) return
  const { retryAfterSeconds } = await readLimit(db, key, limit, now)
  throw tooOften(detail, retryAfterSeconds, { key, limit })
}

/** A limit, and under which key it is counted. */
type Counted = { key: string; limit: Limit }

/** The refusal of what was too often, as `detail` says, and from when on it is not. */
export function tooOften(detail: string, retryAfterSeconds: number, counted?: Counted): Problem {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const when = `You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  const limit = counted?.limit.ofAsker ? counted.key : undefined
  return new Problem('too-many-requests', `${detail} ${when}`, { retryAfterSeconds, limit })
}

/**
 * Counts a try against each limit before it is known whether the try fails, so that many at the same moment get no
 * further than as many one after the other. Answers how to give them back after a success. Where one of the limits has
 * run out nothing is counted, and 429 is thrown. `detail`: what was too often.
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

const DAY = 24 * 60 * 60_000

/** Removes counts that are older than a day, as no limit looks back further than two hours, and those from ahead. */
export async function forgetOldLimits({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const now = clock()
  const { windowStart } = rateLimits
  const isOver = or(lt(windowStart, new Date(now.getTime() - DAY)), gt(windowStart, latestStart(now)))
  await deleteFewByFew(db, rateLimits, isOver)
}
