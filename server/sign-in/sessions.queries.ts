import { and, desc, eq, gt, lte, type Placeholder } from 'drizzle-orm'
import type { SignedInSession } from '#contract/users.ts'
import { sessions } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { latestPlausible } from '../latest-plausible.ts'
import type { Caller } from './caller.ts'
import { describeDevice } from './describe-device.ts'

/** A session ends after 30 days, however much it is used. */
const SESSION_DAYS = 30
const DAY = 24 * 60 * 60_000

type Bounds = Record<'now' | 'eldest' | 'latest', Date | Placeholder>
/** Which sessions are alive: neither unused for too long nor too old, nor created while the clock was ahead. */
export const isAlive = ({ now, eldest, latest }: Bounds) =>
  and(gt(sessions.expiresAt, now), gt(sessions.createdAt, eldest), lte(sessions.createdAt, latest))
/** When the oldest and the youngest session that can be alive at this time were created. */
export const aliveAt = (now: Date) => ({
  now,
  eldest: new Date(now.getTime() - SESSION_DAYS * DAY),
  latest: latestPlausible(now),
})

/** Where a person is signed in, last used first. Never with the secret that proves a session. */
export async function listSessions(db: Db, who: Caller, now: Date): Promise<SignedInSession[]> {
  const { id, userAgent, createdAt, updatedAt } = sessions
  const rows = await db
    .select({ id, userAgent, createdAt, updatedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, who.id), isAlive(aliveAt(now))))
    .orderBy(desc(updatedAt), desc(id))
  return rows.map((row) => ({
    _id: row.id,
    device: describeDevice(row.userAgent),
    current: row.id === who.sessionId,
    signedInDate: row.createdAt.toISOString(),
    lastUsedDate: row.updatedAt.toISOString(),
  }))
}
