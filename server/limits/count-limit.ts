import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/with-transaction.ts'
import { findExhausted, forgetExhausted, rememberExhausted } from './exhausted-limits.ts'

/**
 * How often something may happen: at most `most` times in `seconds`. A limit that `canBeForgotten` may be reset before
 * its time, so the database is asked every time. A limit `ofAsker` is counted by who makes the call (a network, or the
 * person of a token): once it is exhausted, that call is refused to them whatever they send.
 */
export type Limit = { most: number; seconds: number; canBeForgotten?: true; ofAsker?: true }

/**
 * How far in the future a window may have begun: the clocks of several machines differ a little. One that begins later
 * was counted by a wrong clock, and counts as over: otherwise it would lock people out until that time has come.
 */
const AHEAD_MS = 60_000
/** The latest valid start of a window. */
export const latestStart = (now: Date) => new Date(now.getTime() + AHEAD_MS)

/** Whether a window is running, by its start. */
const isRunning = (start: SQL, { seconds }: Limit, now: Date) =>
  sql`(${start} > ${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz
    and ${start} <= ${latestStart(now).toISOString()}::timestamptz)`

/** What has been counted under a key within the running window, and when that window ends. */
export async function readLimit(db: Db, key: string, limit: Limit, now: Date) {
  const { most, seconds, canBeForgotten } = limit
  const retryAfter = (ends: number) => Math.max(1, (ends - now.getTime()) / 1000)
  const known = findExhausted(key, now)
  if (known) return { count: known.count, retryAfterSeconds: retryAfter(known.ends) }
  const { rows } = await db.execute<{ count: number; window_start: Date }>(
    sql`select count, window_start from rate_limits
        where key = ${key} and ${isRunning(sql`window_start`, limit, now)}`,
  )
  const row = rows[0]
  const count = row?.count ?? 0
  const ends = (row ? new Date(row.window_start).getTime() : now.getTime()) + seconds * 1000
  if (count >= most && !canBeForgotten) rememberExhausted(key, { count, since: now.getTime(), ends })
  return { count, retryAfterSeconds: retryAfter(ends) }
}

/**
 * Counts one more, unless the limit is exhausted: then nothing is written, since every write makes all cached lists be
 * read again. Counts are in the database, so that processes share them and restarts keep them. Answers the new count,
 * which exceeds the limit for one of two calls at the same moment, or Infinity if it was exhausted before.
 */
export async function countLimit(db: Db, key: string, limit: Limit, now: Date): Promise<number> {
  if (findExhausted(key, now)) return Number.POSITIVE_INFINITY
  const count = (await countLimits(db, [key], limit, now)).get(key)
  if (count !== undefined) return count
  await readLimit(db, key, limit, now)
  return Number.POSITIVE_INFINITY
}

/** The same for many keys with one query. Answers the new counts; none for a key whose limit was exhausted. */
export async function countLimits(
  db: Db,
  keys: string[],
  limit: Limit,
  now: Date,
): Promise<Map<string, number>> {
  const goesOn = isRunning(sql`rate_limits.window_start`, limit, now)
  // Sorted, so that two calls with some of the same keys cannot deadlock.
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

/** Subtracts one that was counted. */
export async function giveBackOne(db: Db, key: string): Promise<void> {
  await db.execute(sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`)
  forgetExhausted(key)
}
