import { gt, lt, or } from 'drizzle-orm'
import { deleteFewByFew } from '../database/delete-few-by-few.ts'
import { rateLimits } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { latestStart } from './count-limit.ts'

const DAY = 24 * 60 * 60_000

/**
 * Removes counts that are older than a day, as no limit looks back further than two hours, and those from the future.
 */
export async function forgetOldLimits({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const now = clock()
  const { windowStart } = rateLimits
  const isOver = or(lt(windowStart, new Date(now.getTime() - DAY)), gt(windowStart, latestStart(now)))
  await deleteFewByFew(db, rateLimits, isOver)
}
